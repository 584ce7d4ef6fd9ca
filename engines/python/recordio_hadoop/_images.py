# SPDX-License-Identifier: Apache-2.0
"""Image records as MXNet's im2rec writes them: a header, labels, the bytes of an image."""

import json
import os
import struct
from typing import Any, NamedTuple, Union

_HEADER = struct.Struct("<IfQQ")


class IRHeader(NamedTuple):
    """The header of an image record, as ``mxnet.recordio.IRHeader``.

    ``flag`` is the number of labels after the header, 0 for the one in it; ``label`` a float, or an
    array of ``flag`` float32; ``id`` the key of the image; ``id2`` is 0 from all known writers.
    """

    flag: int
    label: Any
    id: int
    id2: int


def unpack(record: Union[bytes, memoryview]) -> tuple[IRHeader, bytes]:
    """Returns the header of an image record and the bytes after it, as ``mxnet.recordio.unpack``.

    Raises ValueError where the record is too short for a header or its labels.
    """
    if len(record) < _HEADER.size:
        raise ValueError(f"expected an image header of 24 bytes, found {len(record)} bytes")
    header = IRHeader(*_HEADER.unpack_from(record))
    begin = _HEADER.size
    if header.flag > 0:
        import numpy as np

        begin += 4 * header.flag
        if begin > len(record):
            raise ValueError(
                f"expected {header.flag} labels after the image header, found "
                f"{len(record) - _HEADER.size} bytes"
            )
        header = header._replace(label=np.frombuffer(record, "<f4", header.flag, _HEADER.size))
    return header, bytes(record[begin:])


def unpack_img(record: Union[bytes, memoryview], iscolor: int = -1) -> tuple[IRHeader, Any]:
    """Returns the header and the pixels of an image record, as ``mxnet.recordio.unpack_img``.

    Pixels are an array of uint8, (height, width, 3) in the order blue, green, red, or (height,
    width) where it is grey. ``iscolor``: 1 for colours, 0 for grey, -1 for what the image has.
    OpenCV decodes, or Pillow where there is no OpenCV; JPEG pixels of both may differ by a little.

    Raises ValueError where the bytes are no image, ImportError where neither is installed.
    """
    header, data = unpack(record)
    pixels = _decoder()(data, iscolor)
    if pixels is None:
        raise ValueError(f"expected an image, found {len(data)} bytes that begin with {data[:8]!r}")
    return header, pixels


def _decoder() -> Any:
    try:
        import cv2
    except ImportError:
        try:
            import PIL.Image  # noqa: F401
        except ImportError as e:
            raise ImportError("unpack_img needs OpenCV or Pillow: install opencv-python") from e
        return _decode_with_pillow
    import numpy as np

    def decode(data: bytes, iscolor: int) -> Any:
        # An empty buffer is an assertion of OpenCV's, and not an image that cannot be decoded.
        return cv2.imdecode(np.frombuffer(data, np.uint8), iscolor) if data else None

    return decode


def _decode_with_pillow(data: bytes, iscolor: int) -> Any:
    import io

    import numpy as np
    from PIL import Image, ImageOps

    try:
        image = Image.open(io.BytesIO(data))
        image.load()
    except (OSError, SyntaxError):
        return None
    if iscolor >= 0:  # as OpenCV: only then is the image turned as its EXIF says
        image = ImageOps.exif_transpose(image).convert("RGB" if iscolor else "L")
    elif image.mode not in ("L", "RGB", "RGBA"):
        image = image.convert("RGBA" if "A" in image.mode or "transparency" in image.info else "RGB")
    pixels = np.asarray(image)
    if pixels.ndim == 2:
        return pixels
    order = [2, 1, 0, 3][: pixels.shape[2]]
    return np.ascontiguousarray(pixels[:, :, order])


def class_names(folder: Union[str, "os.PathLike[str]"]) -> dict[int, str]:
    """Returns the names of the labels in a packed folder, or in the folder of a packed file.

    The names are in ``_pack.json``; where it has none, they are the lines of ``synset.txt`` for
    labels 0, 1, 2 and so on.

    Raises FileNotFoundError where the folder has neither, ValueError where they cannot be read.
    """
    folder = os.fspath(folder)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder) or "."
    manifest, synset = os.path.join(folder, "_pack.json"), os.path.join(folder, "synset.txt")
    if os.path.exists(manifest):
        with open(manifest, encoding="utf-8") as file:
            try:
                labels = json.load(file)["labels"]
                names = {int(label): name for name, label in labels.items()}
            except (ValueError, KeyError, TypeError, AttributeError) as e:
                raise ValueError(f"{manifest}: expected labels of folders, found: {e!r}") from e
        if len(names) != len(labels):
            raise ValueError(f"{manifest}: expected a label for each name, found one twice")
        if names:
            return dict(sorted(names.items()))
    if not os.path.exists(synset):
        raise FileNotFoundError(f"expected _pack.json with labels or synset.txt in {folder}, found none")
    with open(synset, encoding="utf-8") as file:
        return dict(enumerate(file.read().removesuffix("\n").split("\n")))
