"""Compiles the library in its two-file form and puts it beside the package."""

import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TREE = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY = "footrace._library"


class BuildLibrary(build_ext):
    """A shared library that ctypes opens: it is no Python module, and has no entry for one."""

    def build_extension(self, ext):
        folder = pathlib.Path(self.build_temp)
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, TREE / "library/amalgamate.py", TREE, folder], check=True)
        ext.sources = [str(folder / "footrace.c")]
        super().build_extension(ext)

    def get_export_symbols(self, ext):
        return []


header = (TREE / "library/footrace.h").read_text(encoding="utf-8")
setup(
    version=re.search(r'FOOTRACE_VERSION "(.*)"', header)[1],
    ext_modules=[Extension(LIBRARY, [], libraries=["m"],
                           extra_compile_args=["-O3", "-DNDEBUG", "-g0", "-ffp-contract=off"])],
    cmdclass={"build_ext": BuildLibrary},
)
