"""The table of fields: results/schema.json is made from it, and one line in it adds a column."""
import contextlib
import csv
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[3]
ROOM = "harness/results"
WRITER = sys.argv.pop(1)
*LIBRARIES, FLAGS = (sys.argv.pop(1) for _ in range(4))  # of the harness, the loaders and the library
os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # the programs below end without freeing
PLANTED = 'FR_FIELD(%s, INTEGER, planted, "", "a column that was added", FR_NULL, FR_LEAST(0))\n'
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
TABLES = """
#include <stdio.h>
#include <string.h>
#include "harness/results/export.h"
#include "harness/results/result_check.h"
int main(int count, char **words)
{
    struct fr_results results;
    struct fr_race_rows race;
    struct fr_result_summary summary;
    struct fr_error error = {.text = ""};
    enum fr_status status = count == 3 ? fr_results_open(words[2], &results, &error) : FR_BAD_INPUT;
    if (status == FR_OK && strcmp(words[1], "check") == 0)
        status = fr_result_check(words[2], stdout, &summary, &error);
    else if (status == FR_OK && strcmp(words[1], "csv") == 0)
        status = fr_export_csv(&results, stdout, &error);
#ifdef FOOTRACE_SQLITE
    else if (status == FR_OK && strcmp(words[1], "sqlite") == 0)
        status = fr_export_sqlite(&results, stdout, &error);
#endif
    else if (status == FR_OK && (status = fr_results_read(&results, &race, &error)) == FR_OK)
        printf("%d\\n", (int)race.click[race.counts[FR_ROW_CLICK] - 1].planted);
    fputs(error.text, stderr);
    return status != FR_OK;
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

    def planted(self, folder):
        """The room with a key more in two kinds of row, and what compiles programs there."""
        room = pathlib.Path(folder) / ROOM
        room.mkdir(parents=True)
        for file in (*(TREE / ROOM).glob("*.[ch]"), TREE / ROOM / "tools/write_schema.c"):
            shutil.copy(file, room)
        table = (TREE / ROOM / "fields.def").read_text()
        for kind in ("click", "end"):
            table = table.replace(f"FR_END_OF_ROW({kind})", PLANTED % kind + f"FR_END_OF_ROW({kind})")
        (room / "fields.def").write_text(table)
        (room / "main.c").write_text(PROGRAM)
        (room / "tables.c").write_text(TABLES)

        def build(name, *words):
            sources = [room / word if word.endswith(".c") else word for word in words]
            subprocess.run(["cc", "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", *FLAGS.split(),
                            "-I", folder, "-I", TREE, "-I/usr/include/cjson", "-o", room / name, *sources],
                           check=True)
            return str(room / name)

        return build

    def test_tables_have_it(self):
        """In memory, for check, as CSV and as SQLite."""
        with tempfile.TemporaryDirectory() as folder:
            build = self.planted(folder)
            sqlite = subprocess.run(["pkg-config", "--exists", "sqlite3"]).returncode == 0
            program = build("tables", "tables.c", "row.c", "row_read.c", "row_verdict.c", "race_rows.c",
                            "results.c", "result_file.c", "result_check.c", "export_csv.c",
                            *(["-DFOOTRACE_SQLITE", "export_sqlite.c"] if sqlite else []),
                            *LIBRARIES, *(["-lsqlite3"] if sqlite else []), "-lcjson", "-lz", "-lm")
            rows = pathlib.Path(folder) / "rows.jsonl"
            with gzip.open(TREE / "results/reference/claims-memory.jsonl.gz", "rt") as before:
                rows.write_text("".join(
                    re.sub(r"}$", ',"planted":7}', line) if re.match(r'{"kind":"(click|end)"', line)
                    else line for line in before))

            def say(what):
                return subprocess.run([program, what, rows], check=True, capture_output=True).stdout

            self.assertEqual(say("check"), b"")
            self.assertEqual(say("memory"), b"7\n")
            cells = list(csv.DictReader(say("csv").decode().splitlines()))
            self.assertEqual({row["planted"] for row in cells}, {"7"})
            if sqlite:
                base = pathlib.Path(folder) / "rows.db"
                base.write_bytes(say("sqlite"))
                with contextlib.closing(sqlite3.connect(base)) as database:
                    self.assertEqual(database.execute("SELECT DISTINCT planted FROM click").fetchall(),
                                     [(7,)])

    def test_one_line_adds_a_column(self):
        shared = [str(TREE / "maps" / name) for name in (
            "allocator.c", "formats/base/error.c", "formats/base/text_buffer.c")]
        with tempfile.TemporaryDirectory() as folder:
            build = self.planted(folder)
            program = build("main", "main.c", "row.c", "row_read.c", *shared, "-lm")
            rows = END % ',"planted":6' + END % ',"planted":null' + END % ',"planted":-6' + END % ""
            read = subprocess.run([program], input=rows, check=True, capture_output=True,
                                  text=True).stdout.splitlines()
            self.assertEqual(json.loads(read[0])["planted"], 7)
            self.assertIsNone(json.loads(read[1])["planted"])
            self.assertEqual(read[2:], ["planted: -6 found, expected at least 0",
                                        "planted: missing"])
            schema = json.loads(subprocess.run([build("schema", "write_schema.c", "row.c", *shared, "-lm")],
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
