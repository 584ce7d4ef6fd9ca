// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.SimulatedFiles;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Meter;
import dev.recordio.bench.harness.Meter.Scope;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/**
 * Planning the splits of very many files, whose file system costs almost nothing, against Hadoop's
 * own FileInputFormat. The listing is part of it, and the processor time covers all threads.
 */
public final class PlanSuite implements Suite {
  private static final int HEAP_READINGS = 3;

  @Override
  public Defaults defaults() {
    return Defaults.of("plan").withCounts(List.of(100_000L)).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return settings.counts().stream()
        .<Stage>map(files -> (conf, folder) -> plans(files, conf))
        .toList();
  }

  private List<Trial> plans(long files, Configuration base) throws IOException {
    var conf = new Configuration(base);
    Path input = SimulatedFiles.folder(conf, files);
    long blocks = files * SimulatedFiles.BLOCKS;
    var expected = new Tally(blocks, blocks * SimulatedFiles.BLOCK_BYTES, 0);
    // A new one for each plan, as a job has.
    Supplier<InputFormat<?, ?>> ours = RecordIOInputFormat::new;
    Supplier<InputFormat<?, ?>> hadoops = TextInputFormat::new;
    double heap = heapPerBlock(ours, conf, input, blocks);
    double peerHeap = heapPerBlock(hadoops, conf, input, blocks);
    var plan =
        new Subject("plan", () -> sum(splits(ours.get(), conf, input)), expected, Scope.PROCESS);
    var peer =
        new Subject(
            "FileInputFormat",
            () -> sum(splits(hadoops.get(), conf, input)),
            expected,
            Scope.PROCESS);
    plan.time();
    peer.time();
    var facts = new LinkedHashMap<String, Object>();
    facts.put("blocks", blocks);
    facts.put("heapBytesPerBlock", Math.round(heap));
    facts.put("peerHeapBytesPerBlock", Math.round(peerHeap));
    return List.of(
        new Trial(
            name(),
            files + " files",
            0,
            0,
            blocks,
            plan,
            peer,
            () -> {
              Map<String, Object> all = new LinkedHashMap<>(facts);
              all.put("fileOpens", SimulatedFiles.opens());
              return all;
            }));
  }

  private static List<InputSplit> splits(InputFormat<?, ?> format, Configuration conf, Path input)
      throws IOException {
    Job job = Job.getInstance(conf);
    FileInputFormat.setInputPaths(job, input);
    try {
      return format.getSplits(job);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static Tally sum(List<InputSplit> splits) throws IOException {
    long bytes = 0;
    try {
      for (InputSplit split : splits) {
        bytes += split.getLength();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new Tally(splits.size(), bytes, 0);
  }

  /**
   * Returns the memory retained by the finished splits: the median of some plans, after one that
   * loads classes and fills caches.
   */
  private static double heapPerBlock(
      Supplier<InputFormat<?, ?>> format, Configuration conf, Path input, long blocks)
      throws IOException {
    splits(format.get(), conf, input);
    double[] held = new double[HEAP_READINGS];
    for (int i = 0; i < held.length; i++) {
      held[i] = (double) heldBy(format.get(), conf, input) / blocks;
    }
    Arrays.sort(held);
    return held[held.length / 2];
  }

  /** One reading in its own stack frame: no variable retains an earlier plan. */
  private static long heldBy(InputFormat<?, ?> format, Configuration conf, Path input)
      throws IOException {
    long before = Meter.heapInUse();
    List<InputSplit> splits = splits(format, conf, input);
    long after = Meter.heapInUse();
    Reference.reachabilityFence(splits);
    return after - before;
  }
}
