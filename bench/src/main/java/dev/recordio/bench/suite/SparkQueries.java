// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.RowFile;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.data.SmallFiles;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.EnginePeer;
import dev.recordio.bench.peer.Writes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Queries of Spark: rows of text, images, and counts. */
final class SparkQueries {
  private static final int IMAGE_BYTES = 10 << 10;
  private static final int LARGE = 100 << 10;

  /** How many times as large as the text a file of large records is. */
  private static final int COUNTED = 32;

  /** Above the largest index of the text. */
  private static final int COLUMNS = 100_000;

  /** Spark's own source reads doubles, which are then narrowed: rounded twice. */
  private static final int ULPS = 1;

  private static final String EXACT = "libsvm-exact";

  private final Settings settings;

  SparkQueries(Settings settings) {
    this.settings = settings;
  }

  /** All entries of LibSVM text, as vectors and as arrays, against vectors of Spark's source. */
  List<Trial> rows(Configuration conf, Path folder, EnginePeer ours, EnginePeer peer)
      throws IOException {
    RowFile file = RowFile.write(RowText.RCV1, folder, settings.size(), settings.seed());
    Object text = file.local();
    Subject theirs =
        rows("format(\"libsvm\")", file, ULPS, peer, "vectors", "libsvm", COLUMNS, text);
    Subject vectors = rows("vectors", file, 0, ours, "vectors", EXACT, COLUMNS, text);
    Subject passed = rows("vectors, size by a pass", file, 0, ours, "vectors", EXACT, "pass", text);
    Subject arrays = rows("arrays", file, 0, ours, "arrays", text);
    return List.of(
        trial(file, vectors, theirs), trial(file, passed, theirs), trial(file, arrays, theirs));
  }

  private static Subject rows(
      String name, RowFile file, int ulps, EnginePeer engine, Object... words) {
    return new Subject(
        name, engine.work(found -> file.tally(RowSums.of(found), ulps), words), file.tally());
  }

  private static Trial trial(RowFile file, Subject ours, Subject peer) {
    return file.trial(
        EnginesSuite.NAME, "Spark, libsvm-exact: " + ours.name(), ours, peer, Map::of);
  }

  /** The checksums of all images, of one file of records, against a file for each image. */
  List<Trial> images(Configuration conf, Path folder, EnginePeer ours, EnginePeer peer)
      throws IOException {
    long count = settings.counts().get(0);
    var images = new Payloads(IMAGE_BYTES, count * IMAGE_BYTES, settings.seed());
    var files = new Path(folder, "files");
    SmallFiles.write(images, Storage.localPath(files));
    var records = new Path(folder, "records");
    Writes.records(conf, images, new Path(records, "images.rec"), null, null);
    Tally expected = new Tally(images.count(), images.totalBytes(), checksums(images));
    return List.of(
        Records.trial(
            EnginesSuite.NAME,
            "Spark, recordio: " + images.count() + " images",
            images,
            payloads("recordio", ours, expected, "data", records),
            payloads("format(\"binaryFile\")", peer, expected, "content", files)));
  }

  private static Subject payloads(
      String name, EnginePeer engine, Tally expected, String column, Path folder) {
    String format = column.equals("data") ? "recordio" : "binaryFile";
    return new Subject(
        name,
        engine.work(
            found -> new Tally(found[0], found[1], found[2]), "payloads", format, column, folder),
        expected);
  }

  private static long checksums(Payloads payloads) {
    var crc = new CRC32();
    long sum = 0;
    for (int i = 0; i < payloads.count(); i++) {
      crc.reset();
      crc.update(payloads.bytes(), payloads.offset(i), payloads.size());
      sum += crc.getValue();
    }
    return sum;
  }

  /** {@code count()} with a binary index and without one, against the lengths of payloads. */
  List<Trial> counts(Configuration conf, Path folder, EnginePeer ours, EnginePeer peer)
      throws IOException {
    var payloads = new Payloads(LARGE, settings.size() * COUNTED, settings.seed());
    CountedRecords records = CountedRecords.write(conf, payloads, folder);
    var lengths =
        new Subject(
            "sum(length(data))",
            peer.work(found -> new Tally(found[0], found[1], 0), "lengths", records.plain()),
            new Tally(payloads.count(), payloads.totalBytes(), 0));
    return List.of(
        counts("count() by headers", payloads, ours, records.plain(), lengths),
        counts("count() by the index", payloads, ours, records.indexed(), lengths));
  }

  private static Trial counts(
      String name, Payloads payloads, EnginePeer ours, Path folder, Subject peer) {
    var count =
        new Subject(
            name,
            ours.work(found -> new Tally(found[0], 0, 0), "count", folder),
            new Tally(payloads.count(), 0, 0));
    return Records.trial(EnginesSuite.NAME, "Spark, recordio: " + name, payloads, count, peer);
  }
}
