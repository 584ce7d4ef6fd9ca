// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.io.SparseRow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * The same folders give the same records and rows through every engine, in splits of any size. A
 * subclass for each engine specifies how that engine reads a folder.
 */
public abstract class AbstractEngineTest implements FileSystemUnderTest {
  /**
   * Returns the records of a folder's {@code .rec} files; those of a file in the file's order.
   *
   * @param input the settings to read with
   */
  protected abstract List<ReadRecord> records(Path folder, EngineInput input) throws Exception;

  /**
   * Returns the rows of a folder of LibSVM files in any order: the file's name, a tab, and the
   * {@link SparseRow} as text.
   *
   * @param input the settings to read with
   */
  protected abstract List<String> rows(Path folder, EngineInput input) throws Exception;

  /**
   * Returns what the engine reports to its user when it can't read a folder, by a call of {@link
   * #records} or {@link #rows} that has to fail: here, what is thrown and what caused that.
   */
  protected String told(Executable read) throws Exception {
    return thrown(read);
  }

  /**
   * The same of an engine that runs jobs: what the task of a job fails with is logged by Hadoop's
   * local runner; on a cluster the client prints it.
   */
  protected static String toldByJob(Executable read) throws Exception {
    var thrown = new StringBuilder();
    String logged = Logged.of(() -> thrown.append(thrown(read)));
    return thrown + logged;
  }

  private static String thrown(Executable read) {
    var text = new StringBuilder();
    for (Throwable t = assertThrows(Throwable.class, read); t != null; t = t.getCause()) {
      text.append(t).append('\n');
    }
    return text.toString();
  }

  /** Returns a row of an engine with columns as text; null where it has no weight or query id. */
  protected static String row(
      String file, float label, Float weight, Long qid, List<Long> indices, List<Float> values) {
    var row = new SparseRow();
    row.clear(label);
    if (weight != null) {
      row.setWeight(weight);
    }
    if (qid != null) {
      row.setQid(qid);
    }
    assertEquals(indices.size(), values.size());
    for (int i = 0; i < indices.size(); i++) {
      row.add(indices.get(i), values.get(i));
    }
    return file + "\t" + row;
  }

  /** Returns the folders of records that the engine reads; more, if splits cost little. */
  protected Stream<EngineInput> recordInputs() {
    return EngineInputs.records();
  }

  /** Returns the folders of text that the engine reads; more, if splits cost little. */
  protected Stream<EngineInput> rowInputs() {
    return EngineInputs.rows();
  }

  /** Returns the folders that the engine can't read. */
  protected Stream<WrongInput> wrongInputs() {
    return WrongInput.all();
  }

  @Tag("hdfs")
  @TestFactory
  Stream<DynamicTest> recordsAreTheSame() {
    return recordInputs().map(input -> DynamicTest.dynamicTest(input.name(), () -> read(input)));
  }

  private void read(EngineInput input) throws Exception {
    assertFalse(input.records().isEmpty());
    List<ReadRecord> found = records(folder(input), input);
    assertEquals(byFile(input.records()), byFile(found));
  }

  private static Map<String, List<ReadRecord>> byFile(List<ReadRecord> records) {
    return records.stream().collect(Collectors.groupingBy(ReadRecord::file));
  }

  @TestFactory
  Stream<DynamicTest> rowsAreTheSame() {
    return rowInputs().map(input -> DynamicTest.dynamicTest(input.name(), () -> readRows(input)));
  }

  private void readRows(EngineInput input) throws Exception {
    List<String> expected = input.rows().stream().sorted().toList();
    assertFalse(expected.isEmpty());
    List<String> found = rows(folder(input), input);
    assertEquals(expected, found.stream().sorted().toList());
  }

  @TestFactory
  Stream<DynamicTest> wrongInputIsToldToTheUser() {
    return wrongInputs().map(wrong -> DynamicTest.dynamicTest(wrong.name(), () -> fail(wrong)));
  }

  private void fail(WrongInput wrong) throws Exception {
    Path folder = folder(wrong.input());
    String told =
        told(
            () -> {
              if (wrong.text()) {
                rows(folder, wrong.input());
              } else {
                records(folder, wrong.input());
              }
            });
    assertTrue(told.contains(wrong.message(folder)), () -> wrong.message(folder) + " in " + told);
  }

  @Tag("hdfs")
  @Test
  void damageIsQuarantinedWithFileRangeAndReason() throws Exception {
    EngineInput input =
        EngineInputs.damaged("quarantine")
            .with("recordio.input.corrupt-record.quarantine-dir", path("quarantine").toString());
    Path folder = folder(input);
    assertEquals(byFile(input.records()), byFile(records(folder, input)));
    // One line per reader: an engine may read a folder twice.
    var lines = new TreeSet<String>();
    for (FileStatus list : fs().globStatus(path("quarantine/*.tsv"))) {
      readText(list.getPath()).lines().forEach(lines::add);
    }
    assertEquals(
        Set.of(
            folder
                + "/a.rec\t216\t324\tno record: expected the magic 0A 23 D7 CE,"
                + " found 07 00 00 00"),
        lines);
  }

  /** Writes the files, and some that hold no data. */
  private Path folder(EngineInput input) throws IOException {
    String name = input.name().replace(' ', '-');
    for (Map.Entry<String, byte[]> file : input.files().entrySet()) {
      write(name + "/" + file.getKey(), file.getValue());
    }
    write(name + "/_SUCCESS", new byte[0]);
    write(name + "/.hidden", new byte[] {1});
    return path(name);
  }
}
