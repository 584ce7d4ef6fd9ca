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
    if (!text.matches("[0-9]{1,20}(,[0-9]{1,20})*")) {
      return list(
          conf,
          new Path(text),
          "no such file, nor keys with commas between them: '" + text + "'",
          "malformed list of keys",
          "a key below 2^64 as the first word",
          (word, line) -> key(word));
    }
    var keys = LongStream.builder();
    for (String word : text.split(",")) {
      Long key = key(word);
      if (key == null) {
        throw new InvalidSettingException("'" + word + "' is no key below 2^64");
      }
      keys.add(key);
    }
    return new WantedValues(keys.build());
  }

  private static Long key(String word) {
    try {
      return Long.parseUnsignedLong(word);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * Reads the file where the first word of each line is a label, or the whole line its name.
   *
   * @throws MalformedRecordException when one is no number, and no name
   */
  static WantedValues labelsOf(Configuration conf, Path file, LabelNames names) throws IOException {
    return list(
        conf,
        file,
        "no such file: '" + file + "'",
        "malformed list of labels",
        "a number as the first word" + (names.isEmpty() ? "" : ", or the name of a class"),
        (word, line) -> {
          Float label = label(word, names);
          label = label == null ? label(utf8(line), names) : label;
          return label == null ? null : ClassLabel.bits(label);
        });
  }

  /** Reads the value of a line; null when it has none. */
  @FunctionalInterface
  private interface Value {
    Long of(String word, String line);
  }

  private static WantedValues list(
      Configuration conf, Path file, String missing, String malformed, String expected, Value value)
      throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    if (!fs.exists(file)) {
      throw new FileNotFoundException(missing);
    }
    String text = new String(Files.readAll(fs, file), StandardCharsets.ISO_8859_1);
    var values = LongStream.builder();
    int line = 0;
    for (int at = 0, end; at < text.length(); at = end + 1) {
      end = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at);
      line++;
      String whole = text.substring(at, end).strip();
      String word = whole.split("[\\s,]", 2)[0];
      if (!word.isEmpty()) {
        Long found = value.of(word, whole);
        if (found == null) {
          throw new MalformedRecordException(
              malformed, file.toString(), at, line, expected, Excerpt.of(word));
        }
        values.add(found);
      }
    }
    return new WantedValues(values.build());
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
