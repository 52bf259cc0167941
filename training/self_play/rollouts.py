"""What self-play gives to learn from: every seat's decisions, each judged by what its seat earned.

The decisions of several seats and tables are mixed in a rollout. Those of one seat in one episode
are a chain: a decision's reward is all that the seat earned until its next one, and the value of
that next one is what it hopes for.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from cogarena.agents.protocol import Array
from cogarena.training.self_play.tables import Report, Tables

ValueOf = Callable[[Array], Array]  # observations (k, width) → values (k,)


class SeatedRolloutBuffer(MaskableRolloutBuffer):
    """SB3's buffer, with advantages along the chain of each seat at each table.

    What a seat earns before its first decision of an episode is nobody's doing and not counted.
    """

    def follow(self, tables: Tables, value_of: ValueOf) -> None:
        """Take rewards from the reports of these tables, and values from a policy."""
        self._followed, self._value_of = tables, value_of

    def reset(self) -> None:
        """Forget all decisions."""
        super().reset()
        self.reports: list[Report] = []

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Add one decision at each table shown; its reward comes from the report of the step."""
        self.reports.append(self._followed.report)
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: Any, dones: Any) -> None:
        """As SB3's, by chain; episodes that were cut off or are still going on are valued."""
        hoped = np.zeros_like(self.reports[0].paid)  # value of each seat's next decision
        later = np.zeros_like(hoped)  # its advantage
        earned = np.zeros_like(hoped)  # by each seat until then
        open_chains = self._open_chains()
        hoped[open_chains] = self._value_of(self._followed.views(*open_chains))
        for step in reversed(range(self.buffer_size)):
            report = self.reports[step]
            hoped[report.ended] = later[report.ended] = earned[report.ended] = 0
            if report.cut_off:
                tables, seats = np.array(report.cut_off).T
                hoped[tables, seats] = self._value_of(np.concatenate(report.last_views))
            earned += report.paid
            acted = report.tables, report.seats
            delta = earned[acted] + self.gamma * hoped[acted] - self.values[step]
            advantage = delta + self.gamma * self.gae_lambda * later[acted]
            self.advantages[step] = advantage
            hoped[acted], later[acted], earned[acted] = self.values[step], advantage, 0
        self.returns = self.advantages + self.values

    def _open_chains(self) -> tuple[Array, Array]:
        """Tables and seats with a decision of this rollout in an episode that still goes on."""
        still = np.zeros(self.reports[0].paid.shape, np.bool_)
        for report in self.reports:
            still[report.tables, report.seats] = True
            still[report.ended] = False
        tables, seats = np.nonzero(still)
        return tables, seats
