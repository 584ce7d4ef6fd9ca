// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.CommandRunner;
import dev.recordio.jobs.cli.CommandTable;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Shows the main job on real input: packs the images that ship in the jar, shows the splits of the
 * result, reads it back in a MapReduce job with splits smaller than most records, and compares the
 * records with the source files.
 */
@CommandLine.Command(footer = {"", "Example:", "  recordio demo"})
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class DemoCommand extends Command {
  /** Smaller than the larger images: splits begin and end in the middle of records. */
  private static final String SPLIT_BYTES = "4096";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "A new folder to work in; by default one with a random name.")
  private String dir;

  private final CommandTable table;
  private Path folder;

  /**
   * @param table the commands
   */
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
    FileSystem fs = folder.getFileSystem(conf());
    folder = fs.makeQualified(folder);
    if (fs.exists(folder)) {
      throw new FileAlreadyExistsException("the folder exists already: " + folder);
    }
    var images = new Path(folder, "images");
    var packed = new Path(folder, "packed");
    List<String> names = DemoImages.names();

    say("1. " + names.size() + " images, as files: " + images);
    DemoImages.copyTo(fs, images);

    say("2. pack them into two shards");
    call("pack", "--shards", "2", images.toString(), packed.toString());

    say("3. how a job with splits of " + SPLIT_BYTES + " bytes would read the shards");
    say("   (file, start, length, first record in the split, hosts)");
    if (!quiet()) {
      call("splits", "-D", FileInputFormat.SPLIT_MAXSIZE + "=" + SPLIT_BYTES, packed.toString());
    }

    say(
        "4. read the records back through RecordIOInputFormat in a MapReduce job, with these splits");
    List<String> digests = readBack(fs, packed, names.size());

    say("5. compare what came back with the source files");
    int wrong = compare(fs, images, names, digests);
    if (wrong > 0) {
      throw new JobFailedException(
          wrong + " of " + names.size() + " images did not come back as they were",
          ExitCode.DAMAGE_FOUND);
    }
    say("   all " + names.size() + " images came back, each once, byte for byte");
    out().println(packed);
    say("the shards are in " + packed);
    return ExitCode.OK;
  }

  private Path newFolder() throws IOException {
    if (dir != null) {
      return new Path(dir);
    }
    String name = "recordio-demo-" + UUID.randomUUID().toString().substring(0, 8);
    FileSystem fs = FileSystem.get(conf());
    return fs instanceof LocalFileSystem
        ? new Path(System.getProperty("java.io.tmpdir"), name)
        : new Path(fs.getHomeDirectory(), name);
  }

  private void say(String line) {
    if (!quiet()) {
      err().println(line);
    }
  }

  /** Runs another command as a user would. */
  private void call(String... words) throws JobFailedException {
    say("   $ recordio " + String.join(" ", words));
    var args = new ArrayList<>(List.of(words));
    if (quiet()) {
      args.add(1, "--quiet");
    }
    var runner = new CommandRunner(table, InputStream.nullInputStream(), out(), err());
    int status = runner.run(conf(), args.toArray(new String[0]));
    out().flush();
    if (status != 0) {
      throw new JobFailedException(words[0] + " ended with exit code " + status);
    }
  }

  private List<String> readBack(FileSystem fs, Path packed, int count) throws Exception {
    var result = new Path(folder, "digests");
    Job job = newJob(packed.toString(), result.toString());
    job.setInputFormatClass(RecordIOInputFormat.class);
    RecordIOInputFormat.setInputPaths(job, packed);
    FileInputFormat.setMaxInputSplitSize(job, Long.parseLong(SPLIT_BYTES));
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
    say("   " + digests.size() + " records for " + count + " files");
    return digests;
  }

  /** Compares the lines of key and digest, in key order, with the files. */
  private int compare(FileSystem fs, Path images, List<String> names, List<String> digests)
      throws IOException {
    int wrong = Math.abs(digests.size() - names.size());
    for (int i = 0; i < names.size() && i < digests.size(); i++) {
      byte[] bytes = Files.readAll(fs, new Path(images, names.get(i)));
      String expected = i + "\t" + DigestMapper.sha256(bytes, 0, bytes.length);
      if (!digests.get(i).equals(expected)) {
        say("   differs: " + names.get(i));
        wrong++;
      }
    }
    return wrong;
  }
}
