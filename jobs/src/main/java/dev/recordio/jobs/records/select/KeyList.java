// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.rows.LabelNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads the keys passed to select: {@code 3,17,42}, or the name of a file. */
final class KeyList {
  private KeyList() {}

  /**
   * Reads keys.
   *
   * @param text keys separated by commas, or the path of a file in which the first word of each
   *     line is a key: a plain list, an {@code .idx}, a {@code .lst}
   * @throws MalformedRecordException when a line does not begin with a number below 2^64
   */
  static WantedValues read(Configuration conf, String text) throws IOException {
    if (text.matches("[0-9]{1,20}(,[0-9]{1,20})*")) {
      List<Long> keys = new ArrayList<>();
      for (String key : text.split(",")) {
        try {
          keys.add(Long.parseUnsignedLong(key));
        } catch (NumberFormatException e) {
          throw new InvalidSettingException("'" + key + "' is no key below 2^64");
        }
      }
      return of(keys);
    }
    Path file = new Path(text);
    FileSystem fs = file.getFileSystem(conf);
    if (!fs.exists(file)) {
      throw new FileNotFoundException(
          "no such file, nor keys with commas between them: '" + text + "'");
    }
    return of(parse(file, new String(Files.readAll(fs, file), StandardCharsets.ISO_8859_1)));
  }

  private static WantedValues of(List<Long> keys) {
    return new WantedValues(keys.stream().mapToLong(Long::longValue));
  }

  private static List<Long> parse(Path file, String text) throws MalformedRecordException {
    var keys = new ArrayList<Long>();
    words(
        text,
        (word, at, line) -> {
          try {
            keys.add(Long.parseUnsignedLong(word));
          } catch (NumberFormatException e) {
            throw new MalformedRecordException(
                "malformed list of keys",
                file.toString(),
                at,
                line,
                "a key below 2^64 as the first word",
                Excerpt.of(word));
          }
        });
    return keys;
  }

  /**
   * Reads the file where the first word of each line is a label, or the whole line its name.
   *
   * @throws MalformedRecordException when one is no number, and no name
   */
  static WantedValues labelsOf(Configuration conf, Path file, LabelNames names) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    if (!fs.exists(file)) {
      throw new FileNotFoundException("no such file: '" + file + "'");
    }
    var bits = LongStream.builder();
    String text = new String(Files.readAll(fs, file), StandardCharsets.ISO_8859_1);
    words(
        text,
        (word, at, line) -> {
          Float label = label(word, names);
          if (label == null) {
            label = label(utf8(text.substring((int) at).lines().findFirst().orElse("")), names);
          }
          if (label == null) {
            throw new MalformedRecordException(
                "malformed list of labels",
                file.toString(),
                at,
                line,
                "a number as the first word" + (names.isEmpty() ? "" : ", or the name of a class"),
                Excerpt.of(word));
          }
          bits.add(ClassLabel.bits(label));
        });
    return new WantedValues(bits.build());
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip();
  }

  /** Returns the label that a text is, or that has it as its name; null when there is none. */
  private static Float label(String text, LabelNames names) {
    Integer named = names.label(text);
    try {
      float label = Float.parseFloat(text);
      if (named != null && named != label) {
        Notes.say(text + " is taken for a label; the class of this name has the label " + named);
      }
      return label;
    } catch (NumberFormatException e) {
      return named == null ? null : Float.valueOf(named);
    }
  }

  /** Takes the first word of a line. */
  @FunctionalInterface
  private interface Words {
    void take(String word, long at, long line) throws MalformedRecordException;
  }

  private static void words(String text, Words words) throws MalformedRecordException {
    int line = 0;
    for (int at = 0; at < text.length(); ) {
      int lineEnd = text.indexOf('\n', at);
      lineEnd = lineEnd < 0 ? text.length() : lineEnd;
      line++;
      String word = text.substring(at, lineEnd).strip().split("[\\s,]", 2)[0];
      if (!word.isEmpty()) {
        words.take(word, at, line);
      }
      at = lineEnd + 1;
    }
  }

  /** Reads labels, or their names, separated by commas. */
  static WantedValues labels(String text, LabelNames names) {
    var bits = LongStream.builder();
    for (String word : text.split(",", -1)) {
      Float label = label(word.strip(), names);
      if (label == null) {
        throw new InvalidSettingException(
            ArrangeConf.SELECT_LABEL
                + ": '"
                + word
                + (names.isEmpty()
                    ? "' is no number, and the input has no _pack.json with names of classes"
                    : "' is no number, and no name of a class in the _pack.json of the input"));
      }
      bits.add(ClassLabel.bits(label));
    }
    return new WantedValues(bits.build());
  }
}
