// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Images that were taken although something is wrong with them: how many there are, and the first
 * ones. Several threads may add to it.
 */
public final class ImageWarnings {
  /** So many images are named. */
  private static final int NAMED = 5;

  private final Set<String> first = new LinkedHashSet<>();
  private long count;

  /**
   * Adds an image.
   *
   * @param warning what is wrong with it, and its place
   */
  public void add(MalformedRecordException warning) {
    String place = warning.getMessage().replaceFirst("^invalid image(:| of)? ", "");
    add(1, List.of(place));
  }

  /**
   * Returns the error of a record whose image has one.
   *
   * @param e the error in the image
   * @param id of the image
   * @param path the file of the record; may be null
   * @param offset where the record begins in the file
   */
  public static MalformedRecordException placed(
      MalformedRecordException e, long id, String path, long offset) {
    String image = " of id " + Long.toUnsignedString(id);
    String what = e.what() + image + ", at offset " + e.offset() + " of the image";
    return new MalformedRecordException(what, path, offset, -1, e.expected(), e.found());
  }

  /**
   * Adds what others have counted.
   *
   * @param images how many
   * @param named the first of them
   */
  public synchronized void add(long images, Collection<String> named) {
    count += images;
    named.stream().filter(name -> first.size() < NAMED).forEach(first::add);
  }

  /** Returns the number of the images. */
  public synchronized long count() {
    return count;
  }

  /** Returns the first ones, and what is wrong with each. */
  public synchronized List<String> first() {
    return List.copyOf(first);
  }

  /** Says that they are taken; nothing where there are none. */
  public void say() {
    if (count() > 0) {
      Notes.say(
          String.format(
              Locale.ROOT,
              count() == 1
                  ? "%,d image is taken with a warning (-D %s=refuse makes it an error): %s"
                  : "%,d images are taken with warnings (-D %s=refuse makes them errors), first %s",
              count(),
              ImageConf.DAMAGED,
              String.join("; ", first())));
    }
  }
}
