// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static dev.recordio.testing.Faults.Call.OPEN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes for the files of a folder. */
class HeaderIndexerTest {
  @TempDir Path folder;

  private final Configuration conf = LocalFiles.checked();

  private int index() throws IOException {
    return new HeaderIndexer(conf).index(LocalFiles.path(folder));
  }

  private List<Long> offsets(String file) throws IOException {
    var path = LocalFiles.path(folder.resolve(file));
    RecordIndex index = RecordIndex.read(conf, path.getFileSystem(conf).getFileStatus(path));
    return IntStream.range(0, index.count()).mapToObj(index::offset).toList();
  }

  private static List<Long> expected(String name) {
    return ExpectedRecords.of(name).stream().map(ReadRecord::offset).toList();
  }

  @Test
  void filesGetTheIndexesThatTheyLack() throws IOException {
    Files.write(folder.resolve("a.rec"), ExpectedRecords.bytes("magic.rec"));
    Files.write(folder.resolve("000000_0"), ExpectedRecords.bytes("indexed.rec"));
    Files.createFile(folder.resolve("empty.rec"));
    Files.write(folder.resolve("packed.rec.gz"), new byte[] {1});
    Files.createDirectories(folder.resolve("sub"));
    assertEquals(2, index());
    assertEquals(expected("magic"), offsets("a.rec"));
    assertEquals(expected("indexed"), offsets("000000_0"));
    assertArrayEquals(
        Fixtures.bytes("indexed.idx"), Files.readAllBytes(folder.resolve("000000_0.idx")));
    assertFalse(Files.exists(folder.resolve("empty.idx")));
    assertEquals(0, index(), "nothing is lacking any more");
  }

  @Test
  void indexOlderThanItsFileIsReplaced() throws IOException {
    Path file = Files.write(folder.resolve("a.rec"), ExpectedRecords.bytes("magic.rec"));
    conf.setBoolean("recordio.output.index.binary", false);
    assertEquals(1, index());
    assertFalse(Files.exists(folder.resolve("a.ridx")));
    Files.write(file, ExpectedRecords.bytes("tiny.rec"));
    Files.setLastModifiedTime(folder.resolve("a.idx"), FileTime.fromMillis(0));
    assertEquals(1, index());
    assertEquals(expected("tiny"), offsets("a.rec"));
  }

  @Test
  void filesThatWouldShareAnIndexAreNamedAndOthersIndexed() throws IOException {
    for (String name : List.of("part-0", "part-0.rec", "b.rec")) {
      Files.write(folder.resolve(name), ExpectedRecords.bytes("tiny.rec"));
    }
    IOException e = assertThrows(IOException.class, this::index);
    assertTrue(e.getMessage().contains("two files: "), e.getMessage());
    assertTrue(e.getMessage().contains("/part-0 and "), e.getMessage());
    assertTrue(e.getMessage().contains("/part-0.rec"), e.getMessage());
    assertFalse(Files.exists(folder.resolve("part-0.idx")));
    assertEquals(expected("tiny"), offsets("b.rec"));
  }

  @Test
  void damageIsAnErrorAndLeavesNoIndex() throws IOException {
    Files.write(folder.resolve("bad.rec"), Fixtures.bytes("damaged/leading-garbage.rec"));
    var e = assertThrows(MalformedRecordException.class, this::index);
    assertTrue(e.path().endsWith("bad.rec"), e.path());
    try (var left = Files.list(folder)) {
      assertEquals(List.of("bad.rec"), left.map(file -> file.getFileName().toString()).toList());
    }
  }

  @Test
  void aFileThatIsReplacedMeanwhileGetsNoIndex() throws IOException {
    Path a = Files.write(folder.resolve("a.rec"), ExpectedRecords.bytes("tiny.rec"));
    var faults = new Faults();
    faults.on("**/a.rec", OPEN).does(open -> Files.setLastModifiedTime(a, FileTime.fromMillis(0)));
    faults.replaceLocal(conf, true);
    IOException e = assertThrows(IOException.class, this::index);
    assertTrue(e.getMessage().contains("a.rec was written again while"), e.getMessage());
    try (var left = Files.list(folder)) {
      assertEquals(List.of("a.rec"), left.map(file -> file.getFileName().toString()).toList());
    }
  }
}
