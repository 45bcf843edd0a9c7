"""What is known: editions, their clauses and words, and the files they are read from."""
