"""The results of docs/scale.md are those of its inputs."""

import unittest

import scale


class Scale(unittest.TestCase):
    def test_the_page_shows_what_its_inputs_give(self):
        page = scale.PAGE.read_text("utf-8")
        self.assertEqual(page, scale.updated(page))

    def test_every_input_changes_a_result(self):
        given = scale.inputs(scale.PAGE.read_text("utf-8"))
        shown = scale.results(given)
        for name, value in given.items():
            self.assertGreater(value, 0, name)
            self.assertNotEqual(shown, scale.results(given | {name: 1000 * value}), name)

    def test_a_known_sum(self):
        given = dict.fromkeys(scale.inputs(scale.PAGE.read_text("utf-8")), 1.0)
        given |= {"rows": 36e11, "scan_ns": 4.0, "engine_ns": 3.0, "host_ns": 3.0, "network": 1e12,
                  "python_ns": 11.0, "two_threads": 1.5}
        # 36e11 rows of 10 ns are 36,000 s, which is ten hours; 18 ns through Python are eighteen.
        # The network brings the rows in 3.6 s.
        wanted = "| hosts by RFC 3986 | 10 h | 18 h | 7.5 h | 10000 | 4 h | 4 h |"
        self.assertIn(wanted, scale.results(given))


if __name__ == "__main__":
    unittest.main()
