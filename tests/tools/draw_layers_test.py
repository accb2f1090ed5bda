"""tools/draw_layers.py must notice when folders or includes differ from the picture, and only then."""

import pathlib
import sys
import unittest
import xml.dom.minidom

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import draw_layers  # noqa: E402

LINES = {"core": 1000, "game": 300, "search": 5000}
EDGES = {("game", "core"), ("search", "game"), ("search", "core")}


class DrawLayers(unittest.TestCase):
    def test_implied_edges_are_left_out(self):
        self.assertEqual(draw_layers.without_implied(EDGES), {("game", "core"), ("search", "game")})

    def test_the_picture_is_xml_and_names_every_folder(self):
        picture = draw_layers.draw(LINES, EDGES)
        xml.dom.minidom.parseString(picture)
        for name in LINES:
            self.assertIn(f">{name}/<", picture)
        self.assertEqual(picture.count('class="arrow"'), 2)

    def test_only_structure_counts(self):
        picture = draw_layers.draw(LINES, EDGES)
        self.assertTrue(draw_layers.is_current(picture, LINES | {"core": 2000}, EDGES))
        self.assertFalse(draw_layers.is_current(picture, LINES | {"bandit": 10}, EDGES))
        self.assertFalse(draw_layers.is_current(picture, LINES, EDGES - {("search", "game")}))
        self.assertFalse(draw_layers.is_current("", LINES, EDGES))

    def test_the_tree_is_read(self):
        lines, edges = draw_layers.layers_of(draw_layers.ROOT / "src" / "banyan")
        self.assertIn(("search", "game"), edges)
        self.assertGreater(lines["search"], 1000)
        self.assertFalse([edge for edge in edges if edge[0] == "core"])


if __name__ == "__main__":
    unittest.main()
