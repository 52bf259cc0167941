"""Makes the toy games loadable by name, as the real ones are."""

from toy import game, luck

from cogworks.envs.core import registry

registry.adopt(game.GAME)
registry.adopt(luck.GAME)
