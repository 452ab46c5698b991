"""Packs a folder: `archive.py FOLDER ARCHIVE`, where ARCHIVE ends in `.tar.gz` or `.zip`.

The archive depends on the names and bytes of the files and on SOURCE_DATE_EPOCH, and on nothing
else: not on times, owners, rights, or the order in which the folder lists its files. Files of the
name `urigram` or `urigram.exe` can be executed.
"""

import gzip
import io
import os
import pathlib
import sys
import tarfile
import time
import zipfile

PROGRAMS = ["urigram", "urigram.exe"]


def entries(folder):
    """Each file's name in the archive, below the folder's own name; its rights; its bytes."""
    paths = [path for path in folder.rglob("*") if not path.is_dir()]
    for path in sorted(paths, key=lambda path: path.relative_to(folder).as_posix()):
        if path.is_symlink() or not path.is_file():
            sys.exit(f"{path}: only files are packed")
        name = (folder.name / path.relative_to(folder)).as_posix()
        yield name, 0o755 if path.name in PROGRAMS else 0o644, path.read_bytes()


def tar(folder, at):
    out = io.BytesIO()
    # Without its own name and time, which gzip would write.
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, mode, content in entries(folder):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(content), mode, at
                archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def zipped(folder, at):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, mode, content in entries(folder):
            # Times are pairs of seconds since 1980, of no time zone.
            entry = zipfile.ZipInfo(name, time.gmtime(at)[:6])
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)
    return out.getvalue()


def main(folder, archive):
    at = int(os.environ["SOURCE_DATE_EPOCH"])
    folder, archive = pathlib.Path(folder), pathlib.Path(archive)
    if archive.name.endswith(".tar.gz"):
        packed = tar(folder, at)
    elif archive.name.endswith(".zip"):
        packed = zipped(folder, at)
    else:
        sys.exit(f"{archive}: expected a name that ends in .tar.gz or .zip")
    archive.write_bytes(packed)


main(*sys.argv[1:])
