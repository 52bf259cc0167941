"""What the preview tells in Tower Defense: towers in the line of fire, flags beyond towers."""

from cogarena.envs.rally.cards import Card
from support.scenes.preview import told_of
from support.scenes.tower_defense import Scene


def preview(scene, card):
    return told_of(scene, "tower_defense", "A", card)


def test_a_tower_in_the_line_of_fire_is_told_by_its_number():
    scene = Scene(":tL   :     :tH   :     :  A< :")
    assert preview(scene, Card.MOVE_1)["tower"] == 2
    assert preview(scene.weaken(2, 0, 0), Card.MOVE_1)["tower"] == 1


def test_a_robot_before_the_tower_is_the_target():
    told = preview(Scene(":tL   :  B^ :     :  A< :"), Card.MOVE_1)
    assert (told["tower"], told["robot"]) == (0, 1)


def test_a_tower_stops_the_robot():
    told = preview(Scene(":tL   :     :     :  A< :"), Card.MOVE_3)
    assert (told["right"], told["behind"]) == (0, -2)


def test_the_way_to_a_flag_leads_around_towers():
    scene = Scene(
        """
        :     :     :     :
        :F1   :tL   :  A< :
        :     :     :     :
        """
    )
    assert preview(scene, Card.ROTATE_RIGHT)["goal"] == 6
