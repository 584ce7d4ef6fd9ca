// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.job.Serde;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes {@code _rows.json}, the list of the shards of text, when the job commits. */
final class RowsManifest implements OutputManifest {
  static final String NAME = "_rows.json";

  private static final String SHARDS = "recordio.arrange.rows.shards";
  private static final String QUERIES = "recordio.arrange.rows.queries";

  private List<Shard> shards = List.of();

  /**
   * A shard.
   *
   * @param file its name in the output
   * @param bytes of the file, compressed or not
   * @param crc32c of the file, 8 hex digits
   */
  record Shard(String file, long rows, long bytes, String crc32c) {
    static final Serde<Shard> SERDE = Serde.ofFields(Shard.class);
  }

  /**
   * The file.
   *
   * @param queries how many the input has; null where rows have no query ids
   */
  record Content(
      String format,
      long rows,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long queries,
      List<Shard> shards) {}

  /** Makes a job write it. */
  static void install(Configuration conf, Path results, int shards, Long queries) {
    conf.setInt(SHARDS, shards);
    if (queries != null) {
      conf.setLong(QUERIES, queries);
    }
    ShardCommitter.install(conf, results, RowsManifest.class);
  }

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    shards = new ArrayList<>(Reports.left(conf, tasks, Shard.SERDE));
    shards.sort(Comparator.comparing(Shard::file));
    if (shards.size() != conf.getInt(SHARDS, 0)) {
      throw new IOException(
          "tasks have reported " + shards.size() + " shards of " + conf.getInt(SHARDS, 0));
    }
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    long rows = shards.stream().mapToLong(Shard::rows).sum();
    String queries = conf.get(QUERIES);
    JsonFiles.write(
        fs,
        new Path(output, NAME),
        new Content(
            TextSettings.of(conf).format(),
            rows,
            queries == null ? null : Long.valueOf(queries),
            shards));
  }

  @Override
  public List<String> names() {
    return Stream.concat(Stream.of(NAME), shards.stream().map(Shard::file)).toList();
  }
}
