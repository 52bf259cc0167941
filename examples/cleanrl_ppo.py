"""PPO with action masks in one file, after CleanRL, over the native vector environment.

pip install '.[train]'
python examples/cleanrl_ppo.py 500000
"""

import sys

import gymnasium
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn
from torch.distributions import Categorical

import cogarena  # noqa: F401 - registers the ids

TASK = "cogarena/CoopTD-v1"
ENVS, STEPS, MINIBATCHES, EPOCHS = 64, 64, 4, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, RATE = 0.999, 0.95, 0.2, 0.01, 0.5, 3e-4


class Agent(nn.Module):
    """A policy and a value function that share their first layers."""

    def __init__(self, envs):
        super().__init__()
        width, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
        self.body = nn.Sequential(nn.Linear(width, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen, masks):
        """The distribution over legal actions, and the value."""
        features = self.body(seen)
        logits = self.policy(features).masked_fill(masks == 0, -1e8)
        return Categorical(logits=logits), self.value(features).squeeze(-1)


def tensors(seen, info):
    """What the agent needs of a step. Masks are in `info`, a row for each episode."""
    return torch.as_tensor(seen), torch.as_tensor(info["action_mask"])


def collect(envs, agent, current):
    """Play STEPS decisions in every row."""
    stored = []
    for _ in range(STEPS):
        with torch.no_grad():
            chances, values = agent(*current)
        actions = chances.sample()
        seen, rewards, terminated, truncated, info = envs.step(actions.numpy())
        told = torch.as_tensor(rewards).float(), torch.as_tensor(terminated | truncated).float()
        stored.append((*current, actions, chances.log_prob(actions), values, *told))
        current = tensors(seen, info)
    return [torch.stack(column) for column in zip(*stored, strict=True)], current


def advantages(rewards, ended, values, last):
    """Generalised advantage estimates; an episode that was cut off counts as one that ended."""
    found, running = torch.zeros_like(rewards), torch.zeros(len(last))
    for t in reversed(range(STEPS)):
        following = last if t == STEPS - 1 else values[t + 1]
        error = rewards[t] + GAMMA * following * (1 - ended[t]) - values[t]
        found[t] = running = error + GAMMA * LAMBDA * (1 - ended[t]) * running
    return found


def update(agent, optimizer, seen, masks, actions, before, gains, targets):
    """Improve the agent on one rollout."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen)).chunk(MINIBATCHES):
            chances, values = agent(seen[rows], masks[rows])
            ratio = (chances.log_prob(actions[rows]) - before[rows]).exp()
            gain = (gains[rows] - gains[rows].mean()) / (gains[rows].std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(gain * ratio, gain * clipped).mean()
            value_loss = (values - targets[rows]).square().mean()
            loss = policy_loss + VALUE * value_loss - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main(steps: int = 500_000) -> float:
    """Train, and return the mean return of the last hundred episodes."""
    torch.manual_seed(0)
    envs = gymnasium.make_vec(TASK, ENVS, autoreset_mode="SameStep", normalise=True)
    envs = RecordEpisodeStatistics(envs)
    agent = Agent(envs)
    optimizer = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    current = tensors(*envs.reset(seed=0))
    for done in range(0, steps, ENVS * STEPS):
        rollout, current = collect(envs, agent, current)
        seen, masks, actions, before, values, rewards, ended = rollout
        with torch.no_grad():
            gains = advantages(rewards, ended, values, agent(*current)[1])
        each = (seen, masks, actions, before, gains, gains + values)
        update(agent, optimizer, *(part.flatten(0, 1) for part in each))
        mean = sum(envs.return_queue) / max(1, len(envs.return_queue))
        print(f"{done + ENVS * STEPS:9,} decisions, mean return {mean:.2f}")
    return mean


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
