"""Writes small folders in the layout of loaderx's zrecord, of which no writer is public."""
import json
import os
import struct
import zlib


def deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


records = 7
values = {
    "label": [struct.pack("<i", 10 * i) for i in range(records)],
    "row": [struct.pack("<3f", i, i / 2, -i) if i != 4 else b"" for i in range(records)],
    "tokens": [struct.pack(f"<{i % 4}q", *range(i % 4)) for i in range(records)],
    "packed": [deflate(struct.pack("<50d", *([i] * 50))) for i in range(records)],
    "half": [deflate(struct.pack(f"<{i + 1}e", *range(i + 1))) if i else b"" for i in range(records)],
}
dtypes = {"label": "i32", "row": "f32", "tokens": "i64", "packed": "f64", "half": "f16"}


def write(folder, offset_first, as_objects):
    os.makedirs(folder + "/chunk", exist_ok=True)
    chunks = [b"", b"unused"]
    items = {name: b"" for name in values}
    for i in range(records):
        for name in values:
            data = values[name][i]
            chunk = i % 2
            offset = len(chunks[chunk])
            chunks[chunk] += data
            if offset_first:
                items[name] += struct.pack("<QII", offset, chunk, len(data))
            else:
                items[name] += struct.pack("<IQI", chunk, offset, len(data))
    end = len(chunks[1])
    chunks[1] += b"\0" * 20  # not used yet
    for n, data in enumerate(chunks):
        with open(f"{folder}/chunk/{n}.zr", "wb") as out:
            out.write(data)
    for name, data in items.items():
        with open(f"{folder}/{name}.offset", "wb") as out:
            out.write(data + b"\xff" * 32)  # two items that are not used yet
    unfull = {"chunkid": 1, "write_pos": end, "record_count": 3}
    unfull = unfull if as_objects else list(unfull.values())
    about = {"num": 2, "size": 4, "unfull": [unfull]}
    fields = [
        {"name": n, "dtype": dtypes[n], "compress": "flate" if n in ("packed", "half") else "raw"}
        for n in values
    ]
    with open(folder + "/meta.json", "w") as out:
        json.dump({"length": records, "chunks": [about] if as_objects else about, "fields": fields}, out)


write("chunk-first", False, False)
write("offset-first", True, True)
