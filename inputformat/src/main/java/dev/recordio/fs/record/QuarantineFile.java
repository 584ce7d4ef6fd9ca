// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.NameText;
import dev.recordio.fs.stream.SideFile;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes damaged stretches down, one line each: path, begin, end (exclusive), reason, with tabs
 * between, as {@link NameText#escape} has them. The file is created with the first one.
 */
public final class QuarantineFile implements DamageTracker.Quarantine, Closeable {
  /** The folder, in a job's output, that holds these files; hidden from readers by its name. */
  public static final String FOLDER = "_quarantine";

  private final SideFile file;

  /** Creates one that will write to {@code file}, replacing what an earlier attempt left. */
  public QuarantineFile(Configuration conf, Path file) {
    this.file = new SideFile(conf, file);
  }

  @Override
  public void add(MalformedRecordException why, long begin, long end) throws IOException {
    String reason = NameText.escape(why.withoutPlace());
    file.line(NameText.escape(why.path()) + "\t" + begin + "\t" + end + "\t" + reason);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
