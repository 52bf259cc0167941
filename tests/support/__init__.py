"""What several tests share: scenes, toy games, invariants, small experiments."""

import pytest

# A failed assertion in these modules shows its values, as one in a test does.
pytest.register_assert_rewrite(
    "support.invariants", "support.pictures", "support.scenes", "support.scripted"
)
