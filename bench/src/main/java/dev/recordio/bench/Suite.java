// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.fs.RecordIOConf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The suites: sets of comparisons over the payloads of one size. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public enum Suite {
  /** Reading whole files. */
  SCAN {
    @Override
    List<Trial> trials(Configuration conf, Payloads payloads, Path folder, List<String> chunks)
        throws IOException {
      Path rec = new Path(folder, "scan.rec");
      Path seq = new Path(folder, "scan.seq");
      BenchFiles.writeRecords(conf, payloads, rec, null, null);
      BenchFiles.writeSequenceFile(conf, payloads, seq);
      Tally expected = payloads.tally();
      long fileBytes = rec.getFileSystem(conf).getFileStatus(rec).getLen();
      var plain =
          new Subject(
              "plain 1 MiB reads", () -> Scans.plain(conf, rec), new Tally(0, fileBytes, 0));
      var sequenceFile = new Subject("SequenceFile", () -> Scans.sequenceFile(conf, seq), expected);
      var trials = new ArrayList<Trial>();
      for (String chunk : chunks) {
        var sized = new Configuration(conf);
        sized.set(RecordIOConf.INPUT_BUFFER_SIZE.key(), chunk);
        String suffix = chunks.size() == 1 ? "" : " " + chunk;
        var view = new Subject("view", () -> Scans.view(sized, rec), expected);
        trials.add(trial("view" + suffix, payloads, view, plain));
        var reader = new Subject("RecordReader", () -> Scans.recordReader(sized, rec), expected);
        trials.add(trial("BytesWritable" + suffix, payloads, reader, sequenceFile));
      }
      return trials;
    }
  },

  /** Writing whole files. */
  WRITE {
    @Override
    List<Trial> trials(Configuration conf, Payloads payloads, Path folder, List<String> chunks)
        throws IOException {
      Path rec = new Path(folder, "write.rec");
      Path idx = new Path(folder, "write.idx");
      Path ridx = new Path(folder, "write.ridx");
      Path seq = new Path(folder, "write.seq");
      var written = new Tally(payloads.count(), payloads.totalBytes(), 0);
      var alone =
          new Subject(
              "rec", () -> BenchFiles.writeRecords(conf, payloads, rec, null, null), written);
      var indexed =
          new Subject(
              "rec + idx", () -> BenchFiles.writeRecords(conf, payloads, rec, idx, null), written);
      var summed =
          new Subject(
              "rec + idx + ridx",
              () -> BenchFiles.writeRecords(conf, payloads, rec, idx, ridx),
              written);
      var sequenceFile =
          new Subject(
              "SequenceFile", () -> BenchFiles.writeSequenceFile(conf, payloads, seq), written);
      indexed.time();
      new Subject("what was written", () -> Scans.view(conf, rec), payloads.tally()).time();
      return List.of(
          trial(alone.name(), payloads, alone, sequenceFile),
          trial(indexed.name(), payloads, indexed, sequenceFile),
          trial(summed.name(), payloads, summed, sequenceFile));
    }
  };

  /**
   * Writes the data and returns the comparisons over it.
   *
   * @param conf names the file systems
   * @param payloads what is written and read
   * @param folder for the files, empty
   * @param chunks values of {@code recordio.input.buffer-size} to compare
   */
  abstract List<Trial> trials(
      Configuration conf, Payloads payloads, Path folder, List<String> chunks) throws IOException;

  Trial trial(String name, Payloads payloads, Subject ours, Subject peer) {
    return new Trial(toString(), name, payloads.size(), payloads.totalBytes(), ours, peer);
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
