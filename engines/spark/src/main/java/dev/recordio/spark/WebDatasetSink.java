// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.webdataset.WebDatasetOutput;
import dev.recordio.fs.stream.Files;
import java.io.BufferedReader;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Spark's format {@code webdataset}, for writing only: tars of samples, with DALI's indexes and
 * {@code wids.json}. A further column is a member whose suffix is the name of the column, as text
 * or bytes; an array of FLOAT is an NPY file.
 *
 * <pre>{@code
 * df.write().format("webdataset").option("shardSize", "256m").save("hdfs:///tars");
 * }</pre>
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class WebDatasetSink extends SampleSink {
  private static final String TAR = ".tar";
  private static final String VERSION = "v1.2 ";

  /** Creates the format; Spark does. */
  public WebDatasetSink() {
    super(new Shards());
  }

  /** The shards, without {@code wids.json}. */
  @InterfaceAudience.Private
  public static final class Shards extends SampleSource {
    /** Creates the format; Spark does. */
    public Shards() {
      super("webdataset", TAR, WebDatasetOutput::new);
    }
  }

  /** The first line of the index beside the tar has the number. */
  @Override
  long samples(FileSystem fs, FileStatus shard, SampleFacts facts) throws IOException {
    String name = shard.getPath().getName();
    var index =
        new Path(
            shard.getPath().getParent(), name.substring(0, name.length() - TAR.length()) + ".idx");
    try (BufferedReader lines = Files.lines(fs, Files.status(fs, index))) {
      String first = lines.readLine();
      if (first == null || !first.matches(VERSION + "\\d{1,18}")) {
        throw new MalformedRecordException(
            "malformed index of a tar", index.toString(), 0, 1, VERSION + "and a number", first);
      }
      return Long.parseLong(first.substring(VERSION.length()));
    }
  }
}
