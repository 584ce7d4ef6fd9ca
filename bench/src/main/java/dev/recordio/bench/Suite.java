// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.fs.RecordFiles;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The suites: sets of comparisons. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public enum Suite {
  /** Reading whole files. */
  SCAN {
    @Override
    List<Stage> stages(Plan plan) {
      return overPayloads(plan, (conf, payloads, folder) -> scans(conf, payloads, folder, plan));
    }

    private List<Trial> scans(Configuration conf, Payloads payloads, Path folder, Plan plan)
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
      for (String chunk : plan.chunks()) {
        var sized = new Configuration(conf);
        sized.set(RecordIOConf.INPUT_BUFFER_SIZE.key(), chunk);
        String suffix = plan.chunks().size() == 1 ? "" : " " + chunk;
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
    List<Stage> stages(Plan plan) {
      return overPayloads(plan, this::writes);
    }

    private List<Trial> writes(Configuration conf, Payloads payloads, Path folder)
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
  },

  /** Reading 10,000 records in another order than that of the file, or all if it has fewer. */
  GATHER {
    @Override
    List<Stage> stages(Plan plan) {
      return overPayloads(plan, this::gathers);
    }

    private List<Trial> gathers(Configuration conf, Payloads payloads, Path folder)
        throws IOException {
      Path rec = new Path(folder, "gather.rec");
      BenchFiles.writeRecords(
          conf, payloads, rec, RecordFiles.index(rec), RecordFiles.binaryIndex(rec));
      FileStatus status = rec.getFileSystem(conf).getFileStatus(rec);
      var gathers = new Gathers(conf, RecordIndex.read(conf, status), payloads.size());
      Tally expected = gathers.expected(payloads);
      var gather = new Subject("gather", gathers::gather, expected);
      gather.time();
      var oneByOne = new Subject("a read a record", gathers::oneByOne, expected);
      String name = "gather, " + gathers.reads() + " reads";
      return List.of(
          new Trial(toString(), name, payloads.size(), expected.bytes(), gather, oneByOne));
    }
  },

  /** Parsing whole LibSVM files. */
  LIBSVM {
    @Override
    List<Stage> stages(Plan plan) {
      return Arrays.stream(RowText.values()).<Stage>map(text -> new RowTrials(text, plan)).toList();
    }
  };

  /** Returns how many bytes a file has unless something else is asked for. */
  long defaultSize() {
    return this == LIBSVM ? 128L << 20 : 512L << 20;
  }

  /** Returns what the suite compares, data by data. */
  abstract List<Stage> stages(Plan plan);

  /** The comparisons over payloads of one size. */
  @FunctionalInterface
  private interface PayloadStage {
    List<Trial> trials(Configuration conf, Payloads payloads, Path folder) throws IOException;
  }

  private static List<Stage> overPayloads(Plan plan, PayloadStage stage) {
    var stages = new ArrayList<Stage>();
    for (long recordSize : plan.recordSizes()) {
      var payloads = new Payloads(Math.toIntExact(recordSize), plan.size(), plan.seed());
      stages.add((conf, folder) -> stage.trials(conf, payloads, folder));
    }
    return stages;
  }

  Trial trial(String name, Payloads payloads, Subject ours, Subject peer) {
    return new Trial(toString(), name, payloads.size(), payloads.totalBytes(), ours, peer);
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
