"""Search over small tables: law as gates, situations as answers of a solver."""
