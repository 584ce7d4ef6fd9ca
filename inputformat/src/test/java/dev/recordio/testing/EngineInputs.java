// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.text.Texts;
import dev.recordio.wire.RecordIOFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/**
 * What all engines read. Sizes of splits are odd: splits begin and end within words, headers,
 * payloads and lines.
 */
public final class EngineInputs {
  private static final List<String> SHORT = List.of("tiny", "empty-records", "multi/part-2");
  private static final List<String> TEXTS =
      Stream.concat(
              Texts.names("recordio/libsvm", "ok-").stream(),
              Stream.of("libsvm/agaricus.txt.train", "libsvm/agaricus.txt.test"))
          .toList();
  private static final List<String> SHORT_TEXTS =
      Stream.of("blanks-around-colon", "crlf", "cr-only", "qid", "weight-and-qid", "weights")
          .map(text -> "recordio/libsvm/ok-" + text + ".txt")
          .toList();

  private EngineInputs() {}

  /**
   * Returns folders of records of 0 to 2999 bytes, those of several parts among them, in some 50
   * splits at most.
   */
  public static Stream<EngineInput> records() {
    return Stream.of(
        records("all records whole", ExpectedRecords.NAMES, "", Long.MAX_VALUE),
        records("all records in splits", ExpectedRecords.NAMES, "", 50_001)
            .withFile("indexed.idx", ExpectedRecords.bytes("indexed.idx")),
        records("splits smaller than a record", SHORT, "", 601),
        records("gzip of records", List.of("tiny", "mixed"), ".gz", 20_001),
        records("bzip2 of records", List.of("tiny", "mixed"), ".bz2", 20_001),
        unescaped(),
        damaged("skip"),
        recordsAmongOthers());
  }

  /** Returns the same in 350 and in 1200 splits. */
  public static Stream<EngineInput> recordsInManySplits() {
    return Stream.of(
        records("all records in many splits", ExpectedRecords.NAMES, "", 1_501),
        records("splits of some bytes", SHORT, "", 11));
  }

  /** Returns folders of LibSVM text, in some 50 splits at most. */
  public static Stream<EngineInput> rows() {
    return Stream.of(
        rows("all rows whole", TEXTS, "", Long.MAX_VALUE),
        rows("all rows in splits", TEXTS, "", 50_001),
        rows("splits of few rows", SHORT_TEXTS, "", 201),
        rows("gzip of rows", SHORT_TEXTS, ".gz", 201),
        rows("bzip2 of rows", List.of("libsvm/agaricus.txt.train"), ".bz2", 9_001),
        rowsAmongOthers());
  }

  /** Returns the same in 130 and in 700 splits. */
  public static Stream<EngineInput> rowsInManySplits() {
    return Stream.of(
        rows("all rows in many splits", TEXTS, "", 9_001),
        rows("splits smaller than a row", SHORT_TEXTS, "", 3));
  }

  private static EngineInput records(
      String name, List<String> fixtures, String suffix, long splitSize) {
    var files = new LinkedHashMap<String, byte[]>();
    var records = new ArrayList<ReadRecord>();
    for (String fixture : fixtures) {
      String file = lastName(fixture) + ".rec" + suffix;
      files.put(file, packed(file, ExpectedRecords.bytes(fixture + ".rec")));
      for (ReadRecord r : ExpectedRecords.of(fixture)) {
        records.add(new ReadRecord(file, r.offset(), r.length(), r.sha256()));
      }
    }
    files.put("nothing.rec", new byte[0]);
    return EngineInput.ofRecords(name, files, records, splitSize);
  }

  /**
   * A folder with all that people have beside records: the files of InsightFace's sets, known and
   * unknown companions, other formats. Hive and Hadoop's older API name their outputs without an
   * extension.
   */
  private static EngineInput recordsAmongOthers() {
    var files = new LinkedHashMap<String, byte[]>();
    var records = new ArrayList<ReadRecord>();
    for (String file : List.of("train.rec", "000000_0", "part-00001")) {
      files.put(file, ExpectedRecords.bytes("tiny.rec"));
      for (ReadRecord r : ExpectedRecords.of("tiny")) {
        records.add(new ReadRecord(file, r.offset(), r.length(), r.sha256()));
      }
    }
    EngineInput input = EngineInput.ofRecords("records among others", files, records, 601);
    for (String other :
        List.of(
            "train.idx train.ridx train.lst train.crc .train.idx.crc",
            "property lfw.bin synset.txt mean.bin train.meta README LICENSE.md",
            "train.rec.bak train.rec.weight.gz old_train.rec_ part-00001.json train_rec",
            "train.libsvm train.parquet train.tfrecord train.tar train.jpg .DS_Store")) {
      for (String name : other.split(" ")) {
        input = input.withFile(name, (name + " has no records").getBytes(StandardCharsets.UTF_8));
      }
    }
    return input;
  }

  /** Rows with all side files of XGBoost and LightGBM, compressed ones too. */
  private static EngineInput rowsAmongOthers() {
    EngineInput input =
        rows("rows among others", List.of("recordio/libsvm/ok-weights.txt"), "", 201)
            .withRows("rank.train", "recordio/libsvm/ok-crlf.txt")
            .withRows("rank.train.old", "recordio/libsvm/ok-qid.txt")
            .withRows("packed.libsvm.gz", "recordio/libsvm/ok-cr-only.txt");
    for (String side :
        List.of(
            "rank.train.query rank.train.init rank.train.position rank.train.weight.gz",
            "ok-weights.txt.group ok-weights.txt.base_margin.bz2 packed.libsvm.gz.weight",
            "packed.libsvm.query.zst a.idx a.ridx a.lst a.crc .DS_Store _stats.json")) {
      for (String name : side.split(" ")) {
        input = input.withFile(name, "3 x no rows".getBytes(StandardCharsets.UTF_8));
      }
    }
    return input;
  }

  /** Records as a writer leaves them that does not escape, with a false start in each payload. */
  private static EngineInput unescaped() {
    int length = 800;
    int framed = length + RecordIOFormat.HEADER_BYTES;
    var file = new byte[60 * framed];
    var records = new ArrayList<ReadRecord>();
    for (int at = 0; at < file.length; at += framed) {
      byte[] payload = Damage.payload(at, length);
      RecordIOFormat.putWord(payload, 400, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(payload, 404, RecordIOFormat.lrec(0, 12));
      RecordIOFormat.putWord(file, at, RecordIOFormat.MAGIC);
      RecordIOFormat.putWord(file, at + 4, length);
      System.arraycopy(payload, 0, file, at + RecordIOFormat.HEADER_BYTES, length);
      records.add(ReadRecord.of("a.rec", at, payload, 0, length));
    }
    return EngineInput.ofRecords("records not escaped", Map.of("a.rec", file), records, 5_001)
        .with("recordio.split.verify-records", "10");
  }

  /** Five records of 108 bytes, of which the third one lacks its magic word. */
  static EngineInput damaged(String policy) {
    var payloads = new ArrayList<byte[]>();
    var records = new ArrayList<ReadRecord>();
    for (int i = 0; i < 5; i++) {
      payloads.add(Damage.payload(i, 100));
      if (i != 2) {
        records.add(ReadRecord.of("a.rec", i * 108, payloads.get(i), 0, 100));
      }
    }
    byte[] file = Damage.putWord(Damage.file(payloads), 2 * 108, 7);
    return EngineInput.ofRecords("damage " + policy, Map.of("a.rec", file), records, 301)
        .with("recordio.input.corrupt-record.policy", policy);
  }

  /** Rows as the parser makes them of whole texts: OkFixturesTest compares those with libdmlc's. */
  private static EngineInput rows(
      String name, List<String> fixtures, String suffix, long splitSize) {
    var files = new LinkedHashMap<String, byte[]>();
    var rows = new ArrayList<String>();
    for (String fixture : fixtures) {
      String file = lastName(fixture) + suffix;
      files.put(file, packed(file, Texts.bytes(fixture)));
      rows.addAll(rows(file, fixture));
    }
    files.put("nothing.txt", new byte[0]);
    return EngineInput.ofRows(name, files, rows, splitSize);
  }

  /** Returns the rows of a fixture as those of a file. */
  static List<String> rows(String file, String fixture) {
    var rows = new ArrayList<String>();
    var row = new SparseRow();
    CsrBlock block = parsed(fixture);
    for (int r = 0; r < block.rows(); r++) {
      row.set(block, r);
      rows.add(file + "\t" + row);
    }
    return rows;
  }

  private static CsrBlock parsed(String fixture) {
    try {
      return Texts.parse(fixture);
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static String lastName(String fixture) {
    return fixture.substring(fixture.lastIndexOf('/') + 1);
  }

  /** Compresses as the file's name says; bzip2 in blocks of 100 kB, so that there are some. */
  static byte[] packed(String file, byte[] bytes) {
    var conf = new Configuration(false);
    conf.set("bzip2.compress.blocksize", "1");
    var codec = new CompressionCodecFactory(conf).getCodec(new Path(file));
    if (codec == null) {
      return bytes;
    }
    var packed = new ByteArrayOutputStream();
    try (OutputStream out = codec.createOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return packed.toByteArray();
  }
}
