// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Python;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays go in and come out as NumPy would give them. */
class StoreNumpyTest {
  private static final int CASES = 16;

  /** Writes arrays, lists of ids, and what NumPy takes of the former by the latter. */
  private static final String MAKE =
      """
      import sys, numpy as np
      root = sys.argv[1] + "/"
      rng = np.random.RandomState(7)
      n = 37
      types = {
          "f4": ("<f4", ()), "i8": ("<i8", ()), "bi2": (">i2", ()), "s5": ("S5", ()),
          "u3": (">U3", ()), "time": ("<M8[s]", ()), "flag": ("?", (7,)), "c16": ("<c16", (2,)),
          "image": ("<f4", (3, 4, 5)), "mask": ("u1", (6, 6)), "half": ("<f2", (1,)),
          "raw": ("V3", ()),
      }
      arrays = {}
      spec = []
      for k, (name, (t, shape)) in enumerate(types.items()):
          dt = np.dtype(t)
          size = n * int(np.prod(shape, dtype=int)) * dt.itemsize
          top = 2 if dt == bool else 100
          a = np.frombuffer(rng.randint(0, top, size, dtype=np.uint8).tobytes(), dt)
          if dt.kind == "U":
              a = rng.randint(32, 90, n * 3).astype(">u4").view(">U3")
          a = a.reshape((n,) + shape)
          np.save(root + name + ".npy", np.asfortranarray(a) if k % 2 else a)
          arrays[name] = a
          descr = np.lib.format.dtype_to_descr(dt)
          dims = "[" + ",".join(map(str, shape)) + "]" if shape else ""
          codec = ["", ":deflate", ":zstd"][k % 3]
          spec.append(name + "=" + descr + dims + codec)
      np.save(root + "a.npy", rng.randint(0, n, 50).astype(">i8"))
      np.save(root + "b.npy", rng.randint(0, n, 50).astype("u1"))
      np.save(root + "c.npy", rng.randint(0, n, 300).astype("<u4"))
      open(root + "d.txt", "w").write("36\\n0\\n\\n  7 \\n36\\n")
      ids = {
          "--ids 5,2,2,9": [5, 2, 2, 9], "--ids 36": [36],
          "--ids @T/a.npy": np.load(root + "a.npy"), "--ids @T/b.npy": np.load(root + "b.npy"),
          "--ids @T/c.npy": np.load(root + "c.npy"), "--ids @T/d.txt": [36, 0, 7, 36],
      }
      for s in ["::-1", "3:30:7", "-5:", "30:2:-4", ":", "100:200", "-100:3", "5:5", ":-30", "-2::-9"]:
          ids["--slice " + s] = np.arange(n)[slice(*[int(p) if p else None for p in s.split(":")])]
      lines = []
      for case, (option, chosen) in enumerate(ids.items()):
          for name, a in arrays.items():
              out = a[np.asarray(chosen, dtype=np.int64)]
              np.save(root + "want%d.%s.npy" % (case, name), np.ascontiguousarray(out))
          np.save(root + "want%d.id.npy" % case, np.asarray(chosen, dtype=np.int64))
          lines.append(option)
      bounds = [""] + list(map(str, range(-6, 7)))
      slices = []
      for length in range(5):
          for a in bounds:
              for b in bounds:
                  for c in ["", "1", "2", "3", "-1", "-2", "-5"]:
                      got = range(length)[slice(*[int(p) if p else None for p in (a, b, c)])]
                      slices.append("%d|%s:%s:%s|%s" % (length, a, b, c, ",".join(map(str, got))))
      open(root + "slices.txt", "w").write("\\n".join(slices))
      print("\\n".join([" ".join(spec)] + lines))
      """;

  @TempDir private static Path folder;

  private static String spec;
  private static List<String> cases;

  @BeforeAll
  static void make() throws Exception {
    Python.assumeHas("numpy");
    List<String> lines = Python.run(MAKE, folder).lines().toList();
    spec = lines.get(0);
    cases = lines.subList(1, lines.size());
    assertEquals(CASES, cases.size());
  }

  @Supports(
      row = "record stores: fields by id, appended, updated, deleted",
      engine = "command line")
  @Test
  void aDozenTypesAreGatheredAsNumpyIndexes() throws IOException {
    var tests = new StoreTests(folder);
    var create = new StringBuilder("create T/s --chunk-size 4k");
    var append = new StringBuilder("append T/s");
    List<String> names = new ArrayList<>();
    for (String field : spec.split(" ")) {
      create.append(" --field ").append(field);
      String name = field.substring(0, field.indexOf('='));
      names.add(name);
      append.append(" ").append(name).append("=T/").append(name).append(".npy");
    }
    tests.ok(create + " --together image,f4,mask");
    assertEquals("1\t0\t37\n", tests.ok(append.toString()));
    for (int i = 0; i < cases.size(); i++) {
      tests.ok("gather T/s T/out" + i + " --with-ids " + cases.get(i));
      for (String name : names) {
        requireSame(i, name);
      }
      requireSame(i, "id");
    }
    assertEquals(37 * 60 * 4, tests.json("stat T/s").at("/fields/8/rawBytes").asLong());
  }

  private static void requireSame(int i, String name) throws IOException {
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("want" + i + "." + name + ".npy")),
        Files.readAllBytes(folder.resolve("out" + i).resolve(name + ".npy")),
        cases.get(i) + " " + name);
  }

  @Test
  void slicesArePythons() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("slices.txt"));
    assertTrue(lines.size() > 5000, lines.size() + " slices");
    for (String line : lines) {
      String[] parts = line.split("\\|", -1);
      Ids ids = Ids.Slice.parse(parts[1]).of(Long.parseLong(parts[0]));
      long[] all = ids.piece(0, 100);
      assertEquals(
          parts[2], String.join(",", LongStream.of(all).mapToObj(Long::toString).toList()), line);
    }
  }
}
