// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.bytes.Sha256;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.CommandRunner;
import dev.recordio.jobs.cli.CommandTable;
import dev.recordio.jobs.cli.result.TypedCommand;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Tells what the program is for on real input, with each command as a user would type it: packs the
 * pictures that ship in the jar, looks at them and makes a report, shows how they are split,
 * shuffles them, reads them back in a MapReduce job with splits that begin anywhere, compares them
 * with the files, writes them for PyTorch; and converts rows of LibSVM text to what SciPy loads.
 */
@CommandLine.Command(footer = {"", "Example:", "  recordio demo"})
public final class DemoCommand extends Command {
  /** Few records each: splits begin and end in the middle of records. */
  private static final String SPLIT_BYTES = "16384";

  private static final int SHOWN_SPLITS = 3;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "A new folder to work in; by default one with a random name.")
  private String dir;

  private final CommandTable table;
  private FileSystem fs;
  private Path folder;
  private int step;

  public DemoCommand(CommandTable table) {
    this.table = table;
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() throws Exception {
    folder = newFolder();
    fs = folder.getFileSystem(conf());
    folder = fs.makeQualified(folder);
    try (OutputClaim claim = OutputClaim.takeNew(conf(), folder, List.of())) {
      show();
    }
    return ExitCode.OK;
  }

  private void show() throws Exception {
    List<String> names = DemoFiles.names();
    DemoFiles.copyTo(fs, path("photos"));
    DemoFiles.writeRows(fs, path("rows.libsvm"));
    say(names.size() + " pictures and " + DemoFiles.ROWS + " rows of text are in " + folder);

    step("pack the pictures into shards with indexes; a folder is a class");
    call("pack", "--shards", "4", text("photos"), text("packed"));
    step("look at them: what they have, and a page for a browser");
    call("info", text("packed"));
    call("report", text("packed"), "-o", text("report.html"));
    splits();
    step("put the records into an order drawn by a seed");
    call("shuffle", "--seed", "7", text("packed"), text("shuffled"));
    readBack(names);
    step("write them for PyTorch's loader");
    call("export", "--to", "webdataset", text("shuffled"), text("webdataset"));
    rows();

    String batches = text("packed") + " | order(epoch,seed=7) | batch(32)";
    say("Next: " + TypedCommand.of("read", batches));
    say("      " + TypedCommand.of("help"));
    out().println(folder);
  }

  private Path newFolder() throws IOException {
    if (dir != null) {
      return new Path(dir);
    }
    String name = "recordio-demo-" + UUID.randomUUID().toString().substring(0, 8);
    FileSystem base = FileSystem.get(conf());
    return base instanceof LocalFileSystem
        ? new Path(System.getProperty("java.io.tmpdir"), name)
        : new Path(base.getHomeDirectory(), name);
  }

  private Path path(String name) {
    return new Path(folder, name);
  }

  /** Returns what a user would type for a file of the demo: no URI where a path will do. */
  private String text(String name) {
    Path path = path(name);
    return fs instanceof LocalFileSystem ? path.toUri().getPath() : path.toString();
  }

  private void say(String line) {
    if (!quiet()) {
      err().println(line);
    }
  }

  private void step(String what) {
    say(++step + ". " + what);
  }

  /** Runs another command as a user would; returns what it wrote to standard output. */
  private String call(String... words) throws JobFailedException {
    say("   $ " + TypedCommand.of(words));
    var args = new ArrayList<>(List.of(words));
    args.add(1, "--quiet");
    var output = new ByteArrayOutputStream();
    int status;
    try (var printed = new PrintStream(output, false, StandardCharsets.UTF_8)) {
      status =
          new CommandRunner(table, InputStream.nullInputStream(), printed, err())
              .run(conf(), args.toArray(new String[0]));
    }
    if (status != 0) {
      throw new JobFailedException(words[0] + " ended with exit code " + status);
    }
    return output.toString(StandardCharsets.UTF_8);
  }

  private void splits() throws JobFailedException {
    step("see how a job would cut them: anywhere, as no split needs an index");
    String setting = FileInputFormat.SPLIT_MAXSIZE + "=" + SPLIT_BYTES;
    List<String> lines = call("splits", "-D", setting, text("packed")).lines().toList();
    say("   " + lines.size() + " splits: file, start, length, first record in the split, hosts");
    lines.subList(0, Math.min(SHOWN_SPLITS, lines.size())).forEach(this::sayCells);
  }

  private void sayCells(String line) {
    say("   " + line.replace("\t", "  "));
  }

  private void readBack(List<String> names) throws Exception {
    step("read them in a MapReduce job with these splits, and compare them with the files");
    int wrong = differences(names, digests());
    if (wrong > 0) {
      throw new JobFailedException(
          wrong + " of " + names.size() + " pictures did not come back as they were",
          ExitCode.DAMAGE_FOUND);
    }
    say("   all " + names.size() + " pictures came back, each once, byte for byte");
  }

  /** Returns how many of the lines of key and digest, in the order of the keys, are unexpected. */
  private int differences(List<String> names, List<String> digests) throws IOException {
    int wrong = Math.abs(digests.size() - names.size());
    for (int i = 0; i < names.size() && i < digests.size(); i++) {
      byte[] bytes = Files.readAll(fs, path("photos/" + names.get(i)));
      if (!digests.get(i).equals(i + "\t" + DigestMapper.sha256(bytes, 0, bytes.length))) {
        wrong++;
      }
    }
    return wrong;
  }

  /** Runs the job; returns its lines of key and digest, in the order of the keys. */
  private List<String> digests() throws Exception {
    Path result = path("digests");
    Job job = newJob(text("shuffled"), text("digests"));
    job.setInputFormatClass(RecordIOInputFormat.class);
    RecordIOInputFormat.setInputPaths(job, path("shuffled"));
    FileInputFormat.setMaxInputSplitSize(job, Long.parseLong(SPLIT_BYTES));
    job.getConfiguration().setInt(MRJobConfig.IO_SORT_MB, 1); // each task clears its own
    job.setMapperClass(DigestMapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(1);
    TextOutputFormat.setOutputPath(job, result);
    runJob(job);
    var digests = new ArrayList<String>();
    for (FileStatus part : fs.globStatus(new Path(result, "part-r-*"))) {
      try (var lines = Files.lines(fs, part)) {
        lines.lines().forEach(digests::add);
      }
    }
    return digests;
  }

  private void rows() throws JobFailedException {
    step("turn LibSVM text into what SciPy and XGBoost load");
    call("csr", text("rows.libsvm"), text("rows"));
    say("   in Python:");
    say("     import numpy, scipy.sparse");
    say("     x = scipy.sparse.load_npz('" + text("rows/part-00000-00000.npz") + "')");
    say("     y = numpy.load('" + text("rows/part-00000-00000.label.npy") + "')");
  }

  /** Emits the key and the SHA-256 of the image in each record. */
  static final class DigestMapper extends Mapper<LongWritable, BytesWritable, LongWritable, Text> {
    private final ImageRecordHeader header = new ImageRecordHeader();
    private final LongWritable key = new LongWritable();
    private final Text digest = new Text();

    @Override
    protected void map(LongWritable offset, BytesWritable record, Context context)
        throws IOException, InterruptedException {
      byte[] bytes = record.getBytes();
      header.read(bytes, 0, record.getLength(), offset.get());
      key.set(header.id());
      digest.set(sha256(bytes, header.imageOffset(), header.imageLength()));
      context.write(key, digest);
    }

    /** Returns the SHA-256 of a slice, in hex. */
    static String sha256(byte[] bytes, int offset, int length) {
      MessageDigest sha = Sha256.newDigest();
      sha.update(bytes, offset, length);
      return HexFormat.of().formatHex(sha.digest());
    }
  }
}
