"""The table of the maps of a race: medians and worst clicks as they are in the rows, and who was
kept off a map by what."""
import statistics
import unittest

from fixture import Files

import synthetic
from reports import words
from reports.page import map_table
from reports.rows import results

MAPS, RACERS = ("open", "adventure-20"), ("flood", "jps", "null")


class MapTable(Files):
    def table(self, rows):
        text = map_table.markdown(results.read_race([str(self.file(rows))]))
        lines = [[cell.strip() for cell in line.strip("|").split("|")]
                 for line in text.splitlines()]
        self.assertEqual({len(line) for line in lines}, {len(lines[0])})
        return lines

    def test_a_row_for_each_map(self):
        rows = synthetic.race(MAPS, RACERS, clicks=40)
        heads, _, *lines = self.table(rows)
        self.assertEqual(heads[:4], ["map", "size", "walkable", "corners"])
        self.assertEqual(sorted(heads[4:]), ["`flood`", "`jps`"])
        self.assertEqual([line[0] for line in lines], list(MAPS))
        for line in lines:
            self.assertEqual(line[1:3], ["1920 x 1080", "63 %"])
            for head, told in zip(heads[4:], line[4:]):
                times = [row["ns_played"] for row in rows if row["kind"] == "click"
                         and row["map"] == line[0] and f"`{row['algo']}`" == head]
                self.assertEqual(told, f"{words.duration(statistics.median(times))} "
                                       f"({words.duration(max(times))})")

    def test_who_is_kept_off_a_map(self):
        rows = [row for row in synthetic.race(MAPS, RACERS, clicks=40)
                if not (row["kind"] in ("click", "path") and row["map"] == "open"
                        and row["algo"] == "jps")]
        for row in rows:
            if row["kind"] == "prepare" and row["map"] == "open" and row["algo"] == "jps":
                row.update(outcome="memory", ns=None, bytes=None, peak_bytes=None)
        heads, _, *lines = self.table(rows)
        self.assertEqual(lines[0][heads.index("`jps`")], "memory")
        self.assertNotEqual(lines[1][heads.index("`jps`")], "memory")


if __name__ == "__main__":
    unittest.main()
