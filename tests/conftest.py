"""The budgets of the tests that draw their examples: `ci`, the default, and `full`.

`full` is `pytest --hypothesis-profile=full`; it draws forty times as much, and other examples each
time.
"""

from hypothesis import HealthCheck, settings

settings.register_profile("ci", max_examples=100, derandomize=True, database=None, deadline=None)
settings.register_profile(
    "full", max_examples=4000, deadline=None, suppress_health_check=[*HealthCheck]
)
settings.load_profile("ci")
