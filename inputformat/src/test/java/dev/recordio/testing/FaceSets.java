// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Small InsightFace sets of 11 images of four identities, in {@code fixtures/insightface}: {@code
 * train} in face2rec2's order (images with two labels, key 0, identities), {@code merged} in that
 * of dataset_merge (images with one label, identities, key 0), {@code noident} without records of
 * identities. A Python script that shares no code with the project has written them.
 */
public final class FaceSets {
  /** The names of the sets. */
  public static final List<String> NAMES = List.of("train", "merged", "noident");

  /** The labels of the images with the keys 1, 2, .... */
  public static final List<Float> LABELS = List.of(0f, 0f, 0f, 1f, 2f, 2f, 2f, 2f, 3f, 3f, 3f);

  /** The number of images. */
  public static final int IMAGES = LABELS.size();

  private FaceSets() {}

  /** Returns the bytes of a file. */
  public static byte[] bytes(String name) {
    try (InputStream in = FaceSets.class.getResourceAsStream("/fixtures/insightface/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a set and its index into a folder; returns the copy of the set. */
  public static Path copy(String name, Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(name + ".idx"), bytes(name + ".idx"));
    return Files.write(folder.resolve(name + ".rec"), bytes(name + ".rec"));
  }

  /** Returns the offset of a key in an index. */
  public static int offset(String index, long key) {
    return Integer.parseInt(
        index
            .lines()
            .filter(line -> line.startsWith(key + "\t"))
            .findFirst()
            .orElseThrow()
            .split("\t")[1]);
  }

  /**
   * Returns a set of which one float32 of a bookkeeping record has another value.
   *
   * @param label 0 or 1
   */
  public static byte[] withLabel(String name, long key, int label, float value) {
    byte[] set = bytes(name + ".rec");
    String index = new String(bytes(name + ".idx"), StandardCharsets.US_ASCII);
    int at = offset(index, key) + 8 + 24 + 4 * label;
    int bits = Float.floatToRawIntBits(value);
    for (int i = 0; i < Float.BYTES; i++) {
      set[at + i] = (byte) (bits >>> 8 * i);
    }
    return set;
  }

  /** Ways in which sets contradict themselves: the name of the set, what is wrong, its bytes. */
  public record Contradiction(String name, String what, byte[] set) {
    @Override
    public String toString() {
      return name + ": " + what;
    }
  }

  /** Returns sets that contradict themselves; the index of each is that of the sound set. */
  public static List<Contradiction> contradictions() {
    var all = new ArrayList<Contradiction>();
    for (String name : List.of("train", "merged")) {
      all.add(new Contradiction(name, "more images", withLabel(name, 0, 0, 13)));
      all.add(new Contradiction(name, "fewer images", withLabel(name, 0, 0, 11)));
      all.add(new Contradiction(name, "more identities", withLabel(name, 0, 1, 17)));
      all.add(new Contradiction(name, "fewer identities", withLabel(name, 0, 1, 15)));
      all.add(new Contradiction(name, "a gap", withLabel(name, 12, 1, 3)));
      all.add(new Contradiction(name, "an overlap", withLabel(name, 13, 0, 3)));
      all.add(new Contradiction(name, "beyond the last", withLabel(name, 15, 1, 13)));
      all.add(new Contradiction(name, "from 0", withLabel(name, 12, 0, 0)));
      all.add(new Contradiction(name, "backwards", withLabel(name, 13, 1, 3)));
      all.add(new Contradiction(name, "a fraction", withLabel(name, 13, 1, 4.5f)));
      all.add(new Contradiction(name, "no number", withLabel(name, 13, 1, Float.NaN)));
    }
    return all;
  }
}
