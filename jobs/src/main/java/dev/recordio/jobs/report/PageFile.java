// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.run.output.RealPath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The file of the page, claimed until this is closed: it is there as a whole, or not at all. It
 * replaces an older page.
 */
final class PageFile implements Closeable {
  private static final String START = "<!doctype html";

  private final Configuration conf;
  private final Path file;
  private final OutputClaim claim;

  /** Claims the file, and checks, before any work, that it can be written. */
  PageFile(Configuration conf, Path file, List<Path> inputs) throws IOException {
    this.conf = conf;
    this.file = file;
    claim = OutputClaim.take(conf, file, () -> check(inputs));
  }

  private void check(List<Path> inputs) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    if (!NewOutput.exists(fs, file)) {
      NewOutput.check(conf, file, inputs);
      return;
    }
    InputListing.requireThere(conf, inputs);
    FileStatus status = fs.getFileStatus(file);
    if (status.isDirectory()) {
      throw new UsageException("the output is a folder: " + file + "; name a file in it");
    }
    if (status.getLen() > 0 && !isPage(fs, status)) {
      throw new UsageException(
          "the output exists, and is no HTML page: " + file + "; name another one");
    }
  }

  private static boolean isPage(FileSystem fs, FileStatus status) throws IOException {
    byte[] head = new byte[START.length()];
    try (FSDataInputStream in = Files.open(fs, status, Files.Reading.RANDOM)) {
      int count = in.readNBytes(head, 0, head.length);
      String text = new String(head, 0, count, StandardCharsets.ISO_8859_1);
      return text.toLowerCase(Locale.ROOT).equals(START);
    }
  }

  /**
   * Checks that the page will not be among the files of an input: in its folder, or matched by its
   * glob, and not hidden.
   */
  void checkOutside(List<Path> inputs) throws IOException {
    for (Path input : inputs) {
      if (DataFiles.isVisible(file) && RealPath.reads(conf, input, file)) {
        throw new UsageException(
            "the output would be in the input's folder, where it is read as data: "
                + file
                + "; name another folder, or a file _"
                + file.getName());
      }
    }
  }

  void write(String html) throws IOException {
    try (var whole = new FileReplacement(conf, file, UUID.randomUUID().toString())) {
      whole.out().write(html.getBytes(StandardCharsets.UTF_8));
      whole.out().close();
      whole.commit();
    }
  }

  @Override
  public void close() {
    claim.close();
  }
}
