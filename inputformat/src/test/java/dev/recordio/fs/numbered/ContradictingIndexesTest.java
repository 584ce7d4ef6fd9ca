// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static dev.recordio.testing.Faults.Call.RENAME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.index.IndexFiles;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.mapreduce.IndexFault;
import dev.recordio.mapreduce.IndexedFile;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Logged;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two indexes of one file that say different things. */
class ContradictingIndexesTest implements FileSystemUnderTest {
  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private FileStatus status(IndexedFile file) throws IOException {
    return fs().getFileStatus(file.rec);
  }

  @Test
  void aTextIndexThatIsWrittenByItselfLeavesNoOldBinaryIndexBesideIt() throws Exception {
    var file = new IndexedFile(this);
    assertTrue(fs().exists(RecordFiles.binaryIndex(file.rec)));
    var layout = new RecordIndexLayout(0);
    try (var index =
        new IndexFiles(conf(), file.rec.getFileSystem(conf()), file.rec, false, layout, "new")) {
      index.entry(7, 0, 1, 0);
      index.finish(status(file).getLen(), 0);
      index.commit();
    }
    assertFalse(fs().exists(RecordFiles.binaryIndex(file.rec)));
  }

  @Test
  void aTextIndexThatIsYoungerAndHasOtherKeysIsNotPassedOver() throws Exception {
    var file = new IndexedFile(this);
    IndexFault.OTHER_KEYS.make(file);
    for (var asks :
        new FileSystemAction[] {
          () -> RecordIndex.read(conf(), status(file)),
          () -> RecordIndex.readForKeys(conf(), status(file)),
          () -> RecordIndex.loadForKeys(conf(), status(file))
        }) {
      var e = assertThrows(MalformedRecordException.class, asks::run);
      assertEquals("the indexes contradict each other", e.what());
      assertTrue(e.getMessage().contains("a.ridx"), e.getMessage());
      assertTrue(e.getMessage().contains("a.idx"), e.getMessage());
      assertTrue(e.getMessage().contains("recordio index '"), e.getMessage());
    }
    String warning =
        Logged.of(
            RecordIndexLoader.class,
            () ->
                assertEquals(
                    RecordIndex.Source.HEADERS, RecordIndex.load(conf(), status(file)).source()));
    assertTrue(warning.contains("the indexes contradict each other"), warning);
  }

  private interface FileSystemAction {
    void run() throws IOException;
  }

  @Test
  void aTextIndexThatLacksALineIsDetected() throws IOException {
    var file = new IndexedFile(this);
    file.removeLine(100);
    file.setTimes(5, 9, 5);
    assertThrows(MalformedRecordException.class, () -> RecordIndex.read(conf(), status(file)));
    assertEquals(RecordIndex.Source.HEADERS, RecordIndex.load(conf(), status(file)).source());
  }

  @Test
  void aTextIndexThatSaysTheSameInAnotherOrderIsNoContradiction() throws IOException {
    var file = new IndexedFile(this);
    var lines = readText(RecordFiles.index(file.rec)).lines().sorted().toList();
    write("a.idx", String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    file.setTimes(5, 9, 5);
    assertEquals(RecordIndex.Source.BINARY, RecordIndex.read(conf(), status(file)).source());
  }

  @Test
  void garbageBesideASoundBinaryIndexIsPassedOverWithANote() throws Exception {
    var file = new IndexedFile(this);
    write("a.idx", "garbage".getBytes(StandardCharsets.UTF_8));
    file.setTimes(5, 9, 5);
    String warning =
        Logged.of(
            Notes.class,
            () ->
                assertEquals(
                    RecordIndex.Source.BINARY, RecordIndex.read(conf(), status(file)).source()));
    assertTrue(warning.contains("a.idx at offset 0"), warning);
    assertTrue(warning.contains("the keys are from"), warning);
  }

  @Test
  void keysOfATextIndexOlderThanItsFileComeWithAWarning() throws Exception {
    var file = new IndexedFile(this);
    file.writeRecords(file.payloads(2));
    fs().delete(RecordFiles.binaryIndex(file.rec), false);
    file.setTimes(9, 5, 5);
    String warning =
        Logged.of(RecordIndexLoader.class, () -> RecordIndex.loadForKeys(conf(), status(file)));
    assertTrue(warning.contains("a.rec was modified after"), warning);
    assertTrue(warning.contains("a.idx"), warning);
  }

  /** Whenever the writer of two indexes fails, those that are left do not contradict each other. */
  @Test
  void indexesThatAWriterLeavesWhoDiesDoNotContradict() throws IOException {
    var file = new IndexedFile(this);
    Configuration conf = conf();
    var faults = new Faults();
    faults.on("**.ridx", RENAME).fails("killed");
    Path rec = faults.over(conf, file.rec);
    var layout = new RecordIndexLayout(0);
    try (var indexes = new IndexFiles(conf, rec.getFileSystem(conf), rec, true, layout, "tag")) {
      for (int i = 0; i < IndexedFile.RECORDS; i++) {
        indexes.entry(i, file.offset(i), file.truth.get(i).length, 0);
      }
      indexes.finish(fs().getFileStatus(file.rec).getLen(), 0);
      assertThrows(IOException.class, indexes::commit);
    }
    assertFalse(fs().exists(RecordFiles.binaryIndex(file.rec)), "of before");
    RecordIndex left = RecordIndex.read(conf(), status(file));
    assertEquals(7, left.key(7));
  }
}
