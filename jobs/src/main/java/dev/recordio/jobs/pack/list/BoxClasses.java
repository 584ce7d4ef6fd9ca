// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.conf.Notes;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PackConf.BoxFormat;
import dev.recordio.jobs.run.error.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The classes of objects, and im2rec's labels of images with boxes: 2 (the width of the header),
 * the width of an object, and for each object its class, left, top, right and bottom as parts of
 * the width and height of the image, and for COCO and VOC a flag. The labels of an image without
 * objects are one of class -1, which is what ImageDetRecordIter pads with, since it refuses labels
 * without any object.
 */
final class BoxClasses {
  private static final int HEADER = 2;
  private static final int UNKNOWN = -1;
  private static final int MAX_CLASSES = 1 << 24; // what float32 has exactly

  private final int objectWidth;
  private final Map<String, Integer> pinned; // empty without a class map
  private final String map;
  private final boolean skips;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private int[] labels; // by number; null before all classes are known
  private List<String> ordered = List.of(); // by label
  private boolean hasNames = true;
  private long leftOut;
  private String firstLeftOut = "";
  private long empty;

  /**
   * @param pinned the labels of the class map; empty when there is none
   */
  BoxClasses(Configuration conf, BoxFormat format, Map<String, Integer> pinned) {
    objectWidth = BoxedImage.NUMBERS + (format == BoxFormat.YOLO ? 0 : 1);
    this.pinned = pinned;
    map = PackConf.CLASS_MAP.get(conf);
    skips = PackConf.UNKNOWN_CLASS.get(conf).equals("skip");
  }

  /** Returns the number of a class, a new one if it is new. Any thread may ask. */
  synchronized int number(String name) {
    Integer known = numbers.putIfAbsent(name, names.size());
    if (known == null) {
      names.add(name);
      return names.size() - 1;
    }
    return known;
  }

  /** Notes that classes are numbers: their only names are in the class map. */
  void withoutNames() {
    hasNames = false;
  }

  /**
   * Returns the number of a class that a file gives by its place among the names.
   *
   * @return if there is no such class, -1 - the number of classes
   */
  int declared(double place) {
    int count = hasNames ? names.size() : pinned.isEmpty() ? MAX_CLASSES : pinned.size();
    if (!(place >= 0 && place < count && place == (int) place)) {
      return -1 - count;
    }
    return hasNames ? (int) place : number(Integer.toString((int) place));
  }

  /** Gives classes their labels: by the class map, else as they are numbered, or in an order. */
  void end(Comparator<String> order) throws UnfitInputException {
    labels = new int[names.size()];
    var sorted = new ArrayList<>(names);
    if (order != null) {
      sorted.sort(order);
    }
    for (int i = 0; i < sorted.size(); i++) {
      String name = sorted.get(i);
      labels[numbers.get(name)] =
          hasNames
              ? pinned.isEmpty() ? i : pinned.getOrDefault(name, UNKNOWN)
              : Integer.parseInt(name);
    }
    ordered = sorted;
  }

  /** Returns the names in the order of their labels; empty with a class map, or without names. */
  List<String> names() {
    return pinned.isEmpty() && hasNames ? ordered : List.of();
  }

  /**
   * Returns the labels of an image.
   *
   * @throws UnfitInputException when the class map lacks a class, whose objects are not left out
   */
  float[] labels(BoxedImage image) throws UnfitInputException {
    float[] all = new float[HEADER + Math.max(1, image.objects) * objectWidth];
    all[0] = HEADER;
    all[1] = objectWidth;
    int at = HEADER;
    for (int i = 0; i < image.objects; i++) {
      int label = labels[image.classes[i]];
      if (label == UNKNOWN) {
        leaveOut(image, image.classes[i]);
        continue;
      }
      all[at] = label;
      System.arraycopy(image.numbers, i * BoxedImage.NUMBERS, all, at + 1, objectWidth - 1);
      at += objectWidth;
    }
    if (at == HEADER) {
      empty++;
      Arrays.fill(all, HEADER, HEADER + objectWidth, -1);
      at += objectWidth;
    }
    return at == all.length ? all : Arrays.copyOf(all, at);
  }

  private void leaveOut(BoxedImage image, int number) throws UnfitInputException {
    String name = names.get(number);
    if (!skips) {
      throw new UnfitInputException(
          map
              + " lacks the class "
              + Printable.of(name)
              + ", which "
              + Printable.of(image.annotation)
              + " has; --unknown skip leaves its objects out");
    }
    firstLeftOut = leftOut++ == 0 ? name : firstLeftOut;
  }

  /** Says which objects are left out, and how many images have none. */
  void say() {
    if (leftOut > 0) {
      Notes.say(
          String.format(
              Locale.ROOT,
              "%,d %s left out, as %s lacks %s class (first: %s)",
              leftOut,
              leftOut == 1 ? "object is" : "objects are",
              Printable.of(map),
              leftOut == 1 ? "its" : "their",
              Printable.of(firstLeftOut)));
    }
    if (empty > 0) {
      Notes.say(
          String.format(
              Locale.ROOT,
              empty == 1
                  ? "%,d image without objects is packed, with one object of class -1"
                  : "%,d images without objects are packed, each with one object of class -1",
              empty));
    }
  }
}
