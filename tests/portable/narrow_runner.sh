#!/bin/bash
# Prints what runs a 32-bit program of this machine's kind: env where the kernel does, else qemu-i386,
# which may be missing.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo 'int main(void) { return 0; }' | cc -m32 -x c - -o "$folder/program" 2>/dev/null &&
    "$folder/program" 2>/dev/null && echo env || echo qemu-i386
