"""The table of fields: results/schema.json is made from it, and one line in it adds a column."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[3]
ROOM = "harness/results"
WRITER = sys.argv.pop(1)
PLANTED = 'FR_FIELD(end, INTEGER, planted, "", "a column that was added", FR_NULL, FR_LEAST(0))\n'
PROGRAM = """
#include <stdio.h>
#include <string.h>
#include "harness/results/row.h"
int main(void)
{
    char line[4096];
    struct fr_row row;
    struct fr_row_room room = {NULL, 0};
    struct fr_error error;
    while (fgets(line, sizeof line, stdin)) {
        struct fr_text text = {.allocator = &fr_default_allocator};
        if (fr_row_read(line, strlen(line), &room, &row, &error) != FR_OK) {
            printf("%s\\n", error.text);
            continue;
        }
        row.end.planted += row.end.planted >= 0;
        fr_row_spell(&text, &row);
        printf("%s\\n", text.bytes);
    }
    return 0;
}
"""
END = ('{"kind":"end","rows":1,"clicks":0,"found":0,"faults":0,"expected_faults":0,"lost_to_agent":0,'
       '"elapsed_s":1,"inside_s":0.5,"frames_s":0,"setup_s":0,"others":null,"stolen":null,'
       '"disturbed":false,"stopped":null%s}\n')


class Table(unittest.TestCase):
    def test_schema_is_current(self):
        made = subprocess.run([WRITER], check=True, capture_output=True, text=True).stdout
        self.assertEqual(made, (TREE / "results/schema.json").read_text(),
                         "write_schema > results/schema.json makes it anew")

    def test_one_line_adds_a_column(self):
        with tempfile.TemporaryDirectory() as folder:
            room = pathlib.Path(folder) / ROOM
            room.mkdir(parents=True)
            for name in ("row.h", "row.c", "row_read.c", "fields.def"):
                shutil.copy(TREE / ROOM / name, room)
            shutil.copy(TREE / ROOM / "tools/write_schema.c", room)
            table = room / "fields.def"
            table.write_text(re.sub(r"(?=FR_END_OF_ROW\(end\))", PLANTED, table.read_text()))
            (room / "main.c").write_text(PROGRAM)
            shared = [TREE / "maps" / name for name in (
                "allocator.c", "formats/base/error.c", "formats/base/text_buffer.c")]

            def build(name, *sources):
                subprocess.run(["cc", "-std=c17", "-I", folder, "-I", TREE, "-o", room / name,
                                *(room / source for source in sources), *shared, "-lm"],
                               check=True)
                return str(room / name)

            program = build("main", "main.c", "row.c", "row_read.c")
            rows = END % ',"planted":6' + END % ',"planted":null' + END % ',"planted":-6' + END % ""
            read = subprocess.run([program], input=rows, check=True, capture_output=True,
                                  text=True).stdout.splitlines()
            self.assertEqual(json.loads(read[0])["planted"], 7)
            self.assertIsNone(json.loads(read[1])["planted"])
            self.assertEqual(read[2:], ["planted: -6 found, expected at least 0",
                                        "planted: missing"])
            schema = json.loads(subprocess.run([build("schema", "write_schema.c", "row.c")],
                                               check=True, capture_output=True).stdout)
            self.assertIn("planted", schema["definitions"]["end"]["required"])
            self.python_reads(schema, pathlib.Path(folder), json.loads(read[0]))

    def python_reads(self, schema, folder, row):
        """reports/ takes its keys from the schema alone."""
        sys.path.insert(0, str(TREE))
        try:
            from reports.rows.schema import Schema
        except ImportError:
            self.skipTest("no fastjsonschema")
        file = folder / "schema.json"
        file.write_text(json.dumps(schema))
        self.assertIsNone(Schema(file).problem(row))
        self.assertIn("planted", Schema(file).problem({**row, "planted": "much"}))


if __name__ == "__main__":
    unittest.main()
