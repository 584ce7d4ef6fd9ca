// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes by a rename that fails when there is a file of the new name. */
final class RenameIfAbsent implements Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(RenameIfAbsent.class);

  private final Configuration conf;
  private final FileSystem fs;
  private FileContext context; // made once: on HDFS it is a client of its own

  RenameIfAbsent(Configuration conf, FileSystem fs) {
    this.conf = conf;
    this.fs = fs;
  }

  @Override
  public boolean publish(Path file, byte[] bytes) throws IOException {
    Path temporary = Publisher.temporary(file);
    try {
      FSDataOutputStream out = Files.create(fs, temporary);
      Files.write(out, bytes);
      Files.closeDurably(fs, temporary, out);
      Files.renameIfAbsent(context(), temporary, file);
    } catch (FileAlreadyExistsException e) {
      remove(temporary);
      return false;
    } catch (IOException | RuntimeException | Error e) {
      remove(temporary);
      throw e;
    }
    return true;
  }

  private synchronized FileContext context() throws IOException {
    if (context == null) {
      context = FileContext.getFileContext(fs.getUri(), conf);
    }
    return context;
  }

  /** What is left is nobody's, and says so by its name: the outcome does not depend on it. */
  private void remove(Path temporary) {
    try {
      fs.delete(temporary, false);
    } catch (IOException e) {
      LOG.warn("{} can't be deleted", temporary, e);
    }
  }
}
