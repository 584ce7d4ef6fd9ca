// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.mapreduce.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.Texts;
import dev.recordio.wire.MalformedRecordException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder of fixtures, and the size of the splits in which an engine is to read it. Sizes are odd:
 * splits begin and end within words, headers, payloads and lines.
 *
 * @param name says both
 * @param fixtures names of {@link ExpectedRecords}, or of {@link Texts}
 * @param splitSize the most bytes of a split
 */
public record EngineInput(String name, List<String> fixtures, long splitSize) {
  private static final List<String> SHORT_RECORDS =
      List.of("tiny", "empty-records", "multi/part-2");
  private static final List<String> TEXTS =
      Stream.concat(
              Texts.names("recordio/libsvm", "ok-").stream(),
              Stream.of("libsvm/agaricus.txt.train", "libsvm/agaricus.txt.test"))
          .toList();
  private static final List<String> SHORT_TEXTS =
      Stream.of("blanks-around-colon", "crlf", "cr-only", "qid", "weight-and-qid", "weights")
          .map(text -> "recordio/libsvm/ok-" + text + ".txt")
          .toList();

  /** Records of 0 to 2999 bytes, those of several parts among them, in some 50 splits at most. */
  public static final List<EngineInput> RECORDS =
      List.of(
          new EngineInput("all records whole", ExpectedRecords.NAMES, Long.MAX_VALUE),
          new EngineInput("all records in splits", ExpectedRecords.NAMES, 20_001),
          new EngineInput("splits smaller than a record", SHORT_RECORDS, 301));

  /** The same in 350 and in 1200 splits. */
  public static final List<EngineInput> MANY_SPLITS_OF_RECORDS =
      List.of(
          new EngineInput("all records in many splits", ExpectedRecords.NAMES, 1_501),
          new EngineInput("splits of some bytes", SHORT_RECORDS, 11));

  /** All sound LibSVM texts, and the mushrooms, in some 50 splits at most. */
  public static final List<EngineInput> ROWS =
      List.of(
          new EngineInput("all rows whole", TEXTS, Long.MAX_VALUE),
          new EngineInput("all rows in splits", TEXTS, 50_001),
          new EngineInput("splits of few rows", SHORT_TEXTS, 101));

  /** The same in 130 and in 700 splits. */
  public static final List<EngineInput> MANY_SPLITS_OF_ROWS =
      List.of(
          new EngineInput("all rows in many splits", TEXTS, 9_001),
          new EngineInput("splits smaller than a row", SHORT_TEXTS, 3));

  private boolean isText() {
    return fixtures.get(0).contains("libsvm");
  }

  private static String fileName(String fixture) {
    return fixture.substring(fixture.lastIndexOf('/') + 1);
  }

  /** Returns the files of the folder, by name: the fixtures, an index, and a file of no bytes. */
  Map<String, byte[]> files() {
    var files = new LinkedHashMap<String, byte[]>();
    for (String fixture : fixtures) {
      if (isText()) {
        files.put(fileName(fixture), Texts.bytes(fixture));
      } else {
        files.put(fileName(fixture) + ".rec", ExpectedRecords.bytes(fixture + ".rec"));
      }
    }
    files.put(isText() ? "nothing.txt" : "nothing.rec", new byte[0]);
    if (fixtures.contains("indexed")) {
      files.put("indexed.idx", ExpectedRecords.bytes("indexed.idx"));
    }
    return files;
  }

  /** Returns the records that libdmlc found, file by file. */
  public List<ReadRecord> records() {
    return fixtures.stream().flatMap(name -> ExpectedRecords.of(name).stream()).toList();
  }

  /**
   * Returns the rows of each whole text, parsed in memory: OkFixturesTest compares with libdmlc.
   */
  List<String> rows() throws MalformedRecordException {
    var rows = new ArrayList<String>();
    var row = new SparseRow();
    for (String fixture : fixtures) {
      CsrBlock block = Texts.parse(fixture);
      for (int r = 0; r < block.rows(); r++) {
        row.set(block, r);
        rows.add(fileName(fixture) + "\t" + row);
      }
    }
    return rows;
  }
}
