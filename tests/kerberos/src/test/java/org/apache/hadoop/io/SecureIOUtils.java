// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.io;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * In the place of Hadoop's class of this name, which refuses to load where users log in by Kerberos
 * and there is no libhadoop, as in these tests. Hadoop's checks in native code that a task's local
 * files are its user's; this one opens them as they are. Only shuffles need it: maps run with
 * Hadoop's own.
 */
public class SecureIOUtils {
  /** Opens a file to read. */
  public static RandomAccessFile openForRandomRead(
      File file, String mode, String owner, String group) throws IOException {
    return new RandomAccessFile(file, mode);
  }

  /** Opens a file to read. */
  public static FSDataInputStream openFSDataInputStream(File file, String owner, String group)
      throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
    return local.open(new Path(file.getAbsolutePath()));
  }

  /** Opens a file to read. */
  public static FileInputStream openForRead(File file, String owner, String group)
      throws IOException {
    return new FileInputStream(file);
  }

  /** Creates a file, which must not exist. */
  public static FileOutputStream createForWrite(File file, int permissions) throws IOException {
    Files.newOutputStream(file.toPath(), StandardOpenOption.CREATE_NEW).close();
    return new FileOutputStream(file);
  }
}
