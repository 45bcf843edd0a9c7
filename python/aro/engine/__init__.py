"""A question put to the law by clingo, and what its answer says."""
