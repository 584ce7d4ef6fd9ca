// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.Printable;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the labels of one image as YOLO's tools have them: a line an object, {@code class x y width
 * height}, the middle and the size of the box as parts of the image, or {@code class x1 y1 x2 y2 x3
 * y3 …}, a polygon, whose box is taken. The file is named as the image, with the extension .txt, in
 * the folder {@code labels} where the image is in {@code images}, else beside the image.
 */
final class YoloBoxes {
  private static final List<String> NAMES = List.of("classes.txt", "obj.names", "data.yaml");
  private static final Pattern ENTRY = Pattern.compile("\\s*(?:-|(\\d+)\\s*:)\\s*(.+?)\\s*");
  private static final int BOX = 5;

  private YoloBoxes() {}

  /**
   * Finds the names of classes, and numbers them: in the folder, in its folder of labels, or in one
   * of the two folders above.
   */
  static void readNames(Configuration conf, Path folder, BoxClasses classes) throws IOException {
    var folders = new ArrayList<Path>(List.of(folder, new Path(folder, "labels")));
    for (Path up = folder.getParent(); up != null && folders.size() < 4; up = up.getParent()) {
      folders.add(up);
    }
    FileSystem fs = folder.getFileSystem(conf);
    for (Path in : folders) {
      for (String name : NAMES) {
        var file = new Path(in, name);
        if (Files.isThere(fs, file)) {
          List<String> names =
              name.endsWith(".yaml") ? yamlNames(fs, file) : ClassNames.read(conf, file.toString());
          names.forEach(classes::number);
          Notes.say(
              "the names of the "
                  + names.size()
                  + " classes are from "
                  + Printable.of(file.toString()));
          return;
        }
      }
    }
    classes.withoutNames();
  }

  /** Returns the value of {@code names} in a file of YAML: a list, or a mapping from 0, 1, 2, …. */
  private static List<String> yamlNames(FileSystem fs, Path file) throws IOException {
    var names = new ArrayList<String>();
    boolean inside = false;
    StringBuilder flow = null;
    try (BufferedReader lines = Files.lines(fs, fs.getFileStatus(file))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String text = line.replaceFirst("(^|\\s)#.*", "");
        if (text.startsWith("names:")) {
          inside = true;
          text = text.substring("names:".length());
          flow = text.strip().startsWith("[") ? new StringBuilder() : null;
        }
        if (flow != null) {
          flow.append(text.strip()).append(' ');
          if (text.contains("]")) {
            break;
          }
        } else if (inside && !text.isBlank()) {
          Matcher entry = ENTRY.matcher(text);
          if (!entry.matches()
              || !Character.isWhitespace(line.charAt(0)) && line.charAt(0) != '-') {
            break;
          }
          if (entry.group(1) != null && !entry.group(1).equals(Integer.toString(names.size()))) {
            throw unfit(file, "class " + names.size() + ", found " + entry.group(1));
          }
          names.add(unquoted(entry.group(2)));
        }
      }
    }
    if (flow != null) {
      Matcher list = Pattern.compile("\\[(.*)\\]\\s*").matcher(flow);
      if (!list.matches()) {
        throw unfit(file, "a list of names, found " + Excerpt.of(flow.toString()));
      }
      for (String name : list.group(1).split(",")) {
        names.add(unquoted(name.strip()));
      }
    }
    if (names.isEmpty() || names.contains("")) {
      throw unfit(file, "names of classes, found " + (names.isEmpty() ? "none" : "an empty one"));
    }
    return names;
  }

  private static UnfitInputException unfit(Path file, String what) {
    return new UnfitInputException(
        "can't read names: in " + file + ": expected " + what + "; classes.txt has a name a line");
  }

  private static String unquoted(String name) {
    boolean quoted = name.length() > 1 && (name.startsWith("'") || name.startsWith("\""));
    return quoted && name.charAt(name.length() - 1) == name.charAt(0)
        ? name.substring(1, name.length() - 1)
        : name;
  }

  /** Returns the file with the labels of an image; null when there is none. */
  static FileStatus labels(Configuration conf, String image) throws IOException {
    for (String name : places(image)) {
      var file = new Path(name);
      try {
        return Files.status(file.getFileSystem(conf), file);
      } catch (FileNotFoundException e) {
        continue; // the next place, or an image without objects
      }
    }
    return null;
  }

  /** Returns where the labels of an image are looked for first. */
  static String place(String image) {
    return places(image).get(0);
  }

  private static List<String> places(String image) {
    int dot = image.lastIndexOf('.');
    String base = dot > image.lastIndexOf('/') ? image.substring(0, dot) : image;
    int images = base.lastIndexOf("/images/");
    var names = new ArrayList<String>();
    if (images >= 0) {
      names.add(
          base.substring(0, images) + "/labels/" + base.substring(images + "/images/".length()));
    }
    names.add(base);
    names.replaceAll(name -> name + ".txt");
    return names;
  }

  /**
   * Adds the objects of an image.
   *
   * @throws MalformedRecordException with the line that is wrong
   */
  static void read(Path file, byte[] bytes, BoxClasses classes, BoxedImage image)
      throws MalformedRecordException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    long offset = 0;
    long number = 1;
    for (String line : text.split("\n", -1)) {
      if (!line.isBlank()) {
        try {
          add(line.strip().split("\\s+"), classes, image);
        } catch (IllegalArgumentException e) {
          throw BoxedImage.malformed(file, offset, number, e.getMessage(), Excerpt.of(line));
        }
      }
      offset += line.getBytes(StandardCharsets.UTF_8).length + 1;
      number++;
    }
  }

  /** Adds an object; a NumberFormatException is an IllegalArgumentException, too. */
  private static void add(String[] cells, BoxClasses classes, BoxedImage image) {
    String expected = "class, then x, y, width and height, or a polygon, as parts of the image";
    double[] numbers = new double[cells.length];
    for (int i = 0; i < cells.length; i++) {
      try {
        numbers[i] = Double.parseDouble(cells[i]);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(expected, e);
      }
      if (i > 0 && !(numbers[i] >= 0 && numbers[i] <= 1)) {
        throw new IllegalArgumentException("numbers from 0 to 1, as parts of the image");
      }
    }
    boolean polygon = cells.length > BOX + 1 && cells.length % 2 == 1;
    if (cells.length != BOX && !polygon) {
      throw new IllegalArgumentException(expected);
    }
    int ofClass = classes.declared(numbers[0]);
    if (ofClass < 0) {
      throw new IllegalArgumentException("a class from 0 to " + (-ofClass - 2));
    }
    if (!polygon) {
      double halfWidth = numbers[3] / 2;
      double halfHeight = numbers[4] / 2;
      image.add(
          ofClass,
          numbers[1] - halfWidth,
          numbers[2] - halfHeight,
          numbers[1] + halfWidth,
          numbers[2] + halfHeight,
          0);
      return;
    }
    double[] box = {1, 1, 0, 0};
    for (int i = 1; i < numbers.length; i += 2) {
      box[0] = Math.min(box[0], numbers[i]);
      box[1] = Math.min(box[1], numbers[i + 1]);
      box[2] = Math.max(box[2], numbers[i]);
      box[3] = Math.max(box[3], numbers[i + 1]);
    }
    image.add(ofClass, box[0], box[1], box[2], box[3], 0);
  }
}
