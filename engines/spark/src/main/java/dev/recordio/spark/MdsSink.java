// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.formats.mosaic.MdsOutput;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.fs.stream.Files;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * Spark's format {@code mds}, for writing only: MosaicML's shards with their {@code index.json}.
 * Further columns are columns of MDS: {@code str}, {@code bytes}, {@code int}, {@code float32},
 * {@code float64}, {@code ndarray:float32}. Their names have small letters, digits and underscores,
 * and no value may be NULL.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class MdsSink extends SampleSink {
  /** Creates the format; Spark does. */
  public MdsSink() {
    super(new Shards());
  }

  /** The shards, without {@code index.json}. */
  @InterfaceAudience.Private
  public static final class Shards extends SampleSource {
    /** Creates the format; Spark does. */
    public Shards() {
      super("mds", ".mds", MdsOutput::new);
    }
  }

  @Override
  long samples(FileSystem fs, FileStatus shard, SampleFacts facts) throws IOException {
    try (FSDataInputStream in = Files.open(fs, shard, Files.Reading.RANDOM)) {
      return MdsOutput.samples(in, shard.getPath().toString(), facts);
    }
  }
}
