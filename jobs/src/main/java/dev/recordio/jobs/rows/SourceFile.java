// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/**
 * An input file as it was listed.
 *
 * @param path where it is
 * @param length in bytes
 * @param mtime time of the last change, in milliseconds since 1970
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record SourceFile(String path, long length, long mtime) {
  /** Returns a file as it was listed. */
  public static SourceFile of(FileStatus file) {
    return new SourceFile(file.getPath().toString(), file.getLen(), file.getModificationTime());
  }

  /** Returns where it is. */
  @InterfaceAudience.Private
  public Path toPath() {
    return new Path(path);
  }

  /** Writes it as {@link #read} reads it. */
  @InterfaceAudience.Private
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeString(out, path);
    out.writeLong(length);
    out.writeLong(mtime);
  }

  /** Reads what {@link #write} wrote. */
  @InterfaceAudience.Private
  public static SourceFile read(DataInput in) throws IOException {
    return new SourceFile(Stepwise.readString(in), in.readLong(), in.readLong());
  }
}
