// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ListLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The formats that the names of images claim, by key: of an im2rec list, {@code a.lst} beside
 * {@code a.rec}. Names whose extension is no format's claim nothing.
 */
final class ListNames {
  private static final Map<String, ImageContent> FORMATS = formats();

  private final Path list;
  private final Map<Long, String> extensions = new HashMap<>();

  private ListNames(Path list) {
    this.list = list;
  }

  private static Map<String, ImageContent> formats() {
    var formats =
        new HashMap<String, ImageContent>(
            Map.of(
                "jpg", ImageContent.JPEG,
                "jpe", ImageContent.JPEG,
                "jfif", ImageContent.JPEG,
                "tif", ImageContent.TIFF_LE));
    Arrays.stream(ImageContent.values())
        .filter(format -> format != ImageContent.OTHER)
        .forEach(format -> formats.put(format.format(), format));
    return formats;
  }

  /**
   * Reads the list of a file of records.
   *
   * @return null when there is none
   * @throws MalformedRecordException when a line is invalid
   */
  static ListNames read(Configuration conf, Path records) throws IOException {
    var names = new ListNames(RecordFiles.list(records));
    FileSystem fs = names.list.getFileSystem(conf);
    if (!Files.isThere(fs, names.list)) {
      return null;
    }
    try (BufferedReader lines = Files.lines(fs, fs.getFileStatus(names.list))) {
      var entry = new ListLine();
      long offset = 0;
      long number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (entry.parse(bytes, 0, bytes.length, offset, number++)) {
          names.add(entry.key(), entry.path());
        }
        offset += bytes.length + 1;
      }
    }
    return names;
  }

  private void add(long key, String path) {
    String extension = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (FORMATS.containsKey(extension)) {
      extensions.put(key, extension.intern()); // one of a few
    }
  }

  /**
   * Compares the name of an image with its first bytes.
   *
   * @return what is wrong; null if nothing is, or no name claims a format
   */
  String check(long key, ImageContent content) {
    String extension = extensions.get(key);
    if (extension == null || content.suffix().equals(FORMATS.get(extension).suffix())) {
      return null;
    }
    return "an image whose extension lies: expected a ."
        + extension
        + ", by its name in "
        + list.getName()
        + ", found "
        + (content == ImageContent.OTHER ? "no known format" : "a ." + content.suffix())
        + " by its first bytes";
  }
}
