// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.select.CopyRequest;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Copies records into shards in the order of the input: all records or some, into one output or
 * several; rows of text line by line. The rows of a query stay together if the settings say so, or
 * if rows with query ids are put into shards or sampled.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class CopyJob extends ArrangeJob {
  private final CopyRequest request;

  /** What is copied. */
  public enum What {
    /** All records, into other shards. */
    RESHARD(CopyRequest::everything),
    /** Subsets by fractions, each into a folder of its name. */
    SPLIT(CopyRequest::subsets),
    /** A number or a fraction of the records, chosen by a seed. */
    SAMPLE(CopyRequest::sample),
    /** The records with certain keys, or labels, or with labels that enough records have. */
    SELECT(CopyRequest::selected);

    private final Settings settings;

    What(Settings settings) {
      this.settings = settings;
    }
  }

  @FunctionalInterface
  private interface Settings {
    CopyRequest read(Configuration conf, List<Path> inputs) throws IOException;
  }

  /**
   * Lists the input and prepares the census.
   *
   * @param what what is copied, as specified by the keys of {@code conf}
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   * @param output the folder to make
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public CopyJob(What what, Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    this(new Configuration(conf), what, inputs, output);
  }

  private CopyJob(Configuration own, What what, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    this(what.settings.read(own, inputs), own, inputs, output);
  }

  private CopyJob(CopyRequest request, Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    super(checked(conf), request.census(), inputs, output);
    this.request = request;
  }

  @Override
  @InterfaceAudience.Private
  protected long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    return copy(
        keys,
        request.choice().of(census),
        request.folders(),
        shardsWanted(conf),
        format() == RecordFormat.ROWS ? CopyTask.OfRows.class : CopyTask.class);
  }
}
