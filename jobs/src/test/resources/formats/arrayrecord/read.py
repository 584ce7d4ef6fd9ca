# SPDX-License-Identifier: Apache-2.0
# Reads ArrayRecord files with nothing of this project: a line a record, its length and SHA-256.
# Compares all hashes, of blocks, chunk headers and data, and the footer with the chunks. The zstd program unpacks.
import hashlib, struct, subprocess, sys

M, B = 2**64 - 1, 65536

def highway(data):
    key = [0x2F696C6567656952, 0x0A7364726F636572] * 2
    rot = lambda x: (x >> 32 | x << 32) & M
    m = [0xDBE6D5D5FE4CCE2F, 0xA4093822299F31D0, 0x13198A2E03707344, 0x243F6A8885A308D3]
    n = [0x3BD39E10CB0EF593, 0xC0ACF169B5F18A8C, 0xBE5466CF34E90C6C, 0x452821E638D01377]
    a = [x ^ k for x, k in zip(m, key)]
    b = [x ^ rot(k) for x, k in zip(n, key)]

    def zipper(x, y):  # bytes of the lanes x (even) and y (odd), as the vector shuffle has them
        s = (x | y << 64).to_bytes(16, 'little')
        order = (3, 12, 2, 5, 14, 1, 15, 0, 11, 4, 10, 13, 9, 6, 8, 7)
        return struct.unpack('<QQ', bytes(s[i] for i in order))

    def mix(w):
        for i in range(4):
            b[i] = (b[i] + m[i] + w[i]) & M
            m[i] ^= (b[i] & 0xFFFFFFFF) * (a[i] >> 32)
            a[i] = (a[i] + n[i]) & M
            n[i] ^= (a[i] & 0xFFFFFFFF) * (b[i] >> 32)
        for to, of in ((a, b), (b, a)):
            for i in (0, 2):
                x, y = zipper(of[i], of[i + 1])
                to[i], to[i + 1] = (to[i] + x) & M, (to[i + 1] + y) & M

    k = len(data) % 32
    for i in range(0, len(data) - k, 32):
        mix(struct.unpack_from('<4Q', data, i))
    if k:
        r, rest = data[len(data) - k:], bytearray(32)
        for i in range(4):
            a[i] = (a[i] + (k << 32) + k) & M
            b[i] = sum(((h << k | h >> 32 - k) & 0xFFFFFFFF) << s for h, s in ((b[i] & 0xFFFFFFFF, 0), (b[i] >> 32, 32)))
        w = k & ~3
        rest[:w] = r[:w]
        if k & 16:
            rest[28:] = r[-4:]
        elif k & 3:
            rest[16:19] = bytes((r[w], r[w + (k & 3) // 2], r[-1]))
        mix(struct.unpack('<4Q', rest))
    for _ in range(4):
        mix([rot(a[2]), rot(a[3]), rot(a[0]), rot(a[1])])
    return (a[0] + b[0] + m[0] + n[0]) & M

def varint(s, at):
    value = shift = 0
    while True:
        value |= (s[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if s[at - 1] < 128:
            return value, at

def unsnap(s):
    size, at = varint(s, 0)
    out = bytearray()
    while at < len(s):
        tag = s[at]; at += 1; kind = tag & 3; count = (tag >> 2) + 1
        if kind == 0:
            if count > 60:
                extra = count - 60; count = int.from_bytes(s[at:at + extra], 'little') + 1; at += extra
            out += s[at:at + count]; at += count
        else:
            if kind == 1:
                back = (tag >> 5) << 8 | s[at]; at += 1; count = (tag >> 2 & 7) + 4
            else:
                width = 2 * kind - 2; back = int.from_bytes(s[at:at + width], 'little'); at += width
            for _ in range(count):
                out.append(out[-back])
    assert len(out) == size
    return bytes(out)

def plain(codec, s):
    if codec == 0:
        return s
    size, at = varint(s, 0)
    out = unsnap(s[at:]) if codec == ord('s') else subprocess.run(['zstd', '-dc'], input=s[at:], capture_output=True, check=True).stdout
    assert len(out) == size
    return out

def numbers(s):
    found, at = {}, 0
    while at < len(s):
        tag, at = varint(s, at)
        value, at = varint(s, at)
        if tag & 7 == 2:
            value, at = s[at:at + value], at + value
        found[tag >> 3] = value
    return found

class File:
    def __init__(self, path):
        self.bytes = open(path, 'rb').read()
        assert len(self.bytes) % B == 0 and len(self.bytes) >= 2 * B

    def chunk(self, begin):  # type, records, end
        self.at, self.blocks = begin, []
        head = self.take(40)
        want, size, data_hash, kind, decoded = struct.unpack('<5Q', head)
        count, kind = kind >> 8, chr(kind & 255)
        assert highway(head[8:]) == want, 'header at %d' % begin
        data = self.take(size)
        assert highway(data) == data_hash, 'data at %d' % begin
        place = begin + count
        end = max(self.at, place + max(0, -place % B - (B - 25)))
        for at, (h, before, after) in self.blocks:
            assert (before, after) == (at - begin, end - at), 'block at %d' % at
        records = []
        if kind == 'r':
            codec = data[0]
            size, at = varint(data, 1)
            lengths, values, i, j = plain(codec, data[at:at + size]), plain(codec, data[at + size:]), 0, 0
            assert len(values) == decoded
            for _ in range(count):
                size, i = varint(lengths, i)
                records.append(values[j:j + size]); j += size
            assert i == len(lengths) and j == len(values)
        return kind, records, end

    def take(self, count):
        out = b''
        while len(out) < count:
            if self.at % B == 0:
                block = self.bytes[self.at:self.at + 24]
                assert highway(block[8:]) == struct.unpack_from('<Q', block)[0], 'block at %d' % self.at
                self.blocks.append((self.at, struct.unpack('<3Q', block)))
                self.at += 24
            step = min(count - len(out), B - self.at % B)
            out += self.bytes[self.at:self.at + step]
            self.at += step
        return out

def main(path):
    file = File(path)
    kind, ends, after = file.chunk(len(file.bytes) - B)
    assert kind == 'r' and len(ends) == 3 and len(set(ends)) == 1
    end = numbers(ends[0])
    assert end[2] == 0x71930E704FDAE05E
    kind, footer, after = file.chunk(end[1])
    about = numbers(numbers(footer[0])[1])
    assert about[1] == 1 and about.get(2, 0) == len(footer) - 1
    kind, none, at = file.chunk(0)
    assert kind == 's' and at == 64
    total = 0
    for entry in map(numbers, footer[1:]):
        assert entry[1] == at, 'a chunk at %d, not at %d' % (entry[1], at)
        kind, records, at = file.chunk(at)
        assert kind == 'r' and entry[3] == len(records) and entry.get(2, 0) == sum(map(len, records))
        for record in records:
            print(len(record), hashlib.sha256(record).hexdigest())
        total += len(records)
    assert at == end[1] and about.get(3, 0) == total
    print(about[4].decode())

main(sys.argv[1])
