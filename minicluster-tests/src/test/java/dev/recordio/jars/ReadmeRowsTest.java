// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jars;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.RecordIO;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.imageio.ImageIO;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of the tables "I have, I want" of the README and {@code docs/tasks.md}, typed as it is
 * there, one after the other: whether it makes what is wanted.
 */
class ReadmeRowsTest {
  private static final int MINUTES = 5;

  @TempDir static Path dir;

  /** An image record: the image's bytes, and the class. */
  private record Photo(ByteBuffer image, float label) {}

  /** What the rows have: photos, records, a list, text. */
  @BeforeAll
  static void prepare() throws Exception {
    Path root = jar().getParent().getParent().getParent();
    Path bin = Files.createDirectories(dir.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("recordio"), root.resolve("bin/recordio"));
    type("recordio demo -q --dir made");
    type("mv made/photos made/rows.libsvm . && mv rows.libsvm train.libsvm");
    type("recordio pack -q --shards 1 --write-list train.lst photos one");
    Files.writeString(dir.resolve("houses.csv"), "price,city,size\n250,Ulm,64\n410,Bonn,\n");
    type("cp one/part-00000.rec train.rec");
    type("recordio sample -q --count 5 --seed 1 one few && cp few/part-00000.rec new.rec");
  }

  /** Returns the commands in the last cells of a page's tables. */
  private static List<String> rows(String page) {
    try {
      return Files.readString(ConfigurationDocs.projectFile(page))
          .lines()
          .filter(line -> line.startsWith("| ") && line.matches(".*\\| `recordio [^`]* [^`]*` \\|"))
          .map(line -> line.substring(line.lastIndexOf("| `") + 3, line.lastIndexOf('`')))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> commands() {
    return Stream.of("README.md", "docs/tasks.md")
        .flatMap(page -> rows(page).stream())
        .distinct()
        .toList();
  }

  @Test
  void thePageOfTasksHasTheRowsOfTheReadme() {
    List<String> rows = rows("README.md");
    assertTrue(rows.size() > 5, rows.toString());
    assertTrue(rows("docs/tasks.md").containsAll(rows), rows.toString());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aRowOfTheReadmeDoesWhatItSays(String command) throws Exception {
    String[] words = command.split(" ");
    String last = words[words.length - 1];
    switch (words[1]) {
      case "pack" -> packs(command, last);
      case "report" -> {
        type(command);
        assertTrue(Files.readString(dir.resolve(last)).contains("120 records in 4 files"));
      }
      case "verify" -> assertTrue(type(command).err().contains("sound"), command);
      case "salvage" -> keepsWhatIsSound(command, last);
      case "index" -> {
        type(command);
        assertArrayEquals(photo(17), Files.readAllBytes(dir.resolve(last)));
      }
      case "shuffle" -> {
        type(command);
        assertNotEquals(photos("packed"), photos(last));
        assertSameInAnyOrder(photos("packed"), photos(last));
      }
      case "split" -> splits(command, last);
      case "append" -> {
        List<Photo> expected = photos("packed");
        expected.addAll(photos("new.rec"));
        type(command);
        assertSameInAnyOrder(expected, photos("packed"));
      }
      case "batches" -> batches(command);
      case "csr" -> makesArrays(command, last);
      case "stats" -> listsBadLines(command);
      case "info" ->
          assertTrue(type(command).out().contains("  " + photos(last).size() + "\n"), command);
      case "labels" -> {
        List<String> lines = type(command).out().lines().toList();
        assertEquals(Set.copyOf(labels(photos(last))).size(), lines.size());
      }
      case "reshard" -> {
        type(command);
        assertEquals(photos("packed"), photos(last));
        assertEquals(2, shards(last).size());
      }
      case "sample" -> {
        type(command);
        assertEquals(10, photos(last).size());
        assertTrue(photos("packed").containsAll(photos(last)));
      }
      case "select" -> {
        type(command);
        assertSameInAnyOrder(photos("packed"), photos(last));
      }
      case "merge" -> {
        List<Float> labels = labels(photos("packed"));
        float shift = Collections.max(labels) + 1;
        labels(photos("few")).forEach(label -> labels.add(label + shift));
        type(command);
        assertEquals(labels, labels(photos("merged")));
      }
      case "mean-image" -> {
        type(command);
        assertEquals(128 + 3 * 64 * 64 * 4, Files.size(dir.resolve(words[3])));
      }
      case "export" -> {
        type(command);
        String members = type("tar tf " + last + "/part-00000.tar").out();
        assertEquals(photos("packed").size(), members.split("\\.jpg\\n", -1).length - 1);
      }
      default -> throw new AssertionError("no check of this row: " + command);
    }
  }

  private static void packs(String command, String output) throws Exception {
    type(command);
    if (command.contains(" --header none ")) {
      List<String> lines = type("recordio records -q --sha256 " + output).out().lines().toList();
      assertEquals(photos("one").size(), lines.size());
      return;
    }
    List<Photo> packed = photos(output);
    if (command.contains(" --shuffle ")) {
      assertSameInAnyOrder(photos("one"), packed);
      assertNotEquals(packed.stream().map(Photo::label).sorted().toList(), labels(packed));
      assertEquals(4, shards(output).size());
      assertTrue(Files.exists(dir.resolve(output + "/part-00003.idx")));
    } else if (command.contains(" --list ")) {
      assertEquals(photos("one"), packed);
      assertArrayEquals(photo(17), packed.get(17).image().array());
    } else if (command.contains(" --resize ")) {
      assertEquals(labels(photos("one")), labels(packed));
      for (Photo photo : packed) {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(photo.image().array()));
        assertEquals(64, Math.min(image.getWidth(), image.getHeight()));
      }
    } else {
      assertTrue(command.contains(" --from webdataset "), command);
      assertEquals(photos("packed"), packed);
    }
  }

  private static void keepsWhatIsSound(String command, String output) throws Exception {
    type("cp -r packed whole");
    Path damaged = dir.resolve("packed/part-00000.rec");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[0] ^= 1;
    Files.write(damaged, bytes);
    List<Photo> sound = photos("whole");
    sound.remove(0);
    Ended ended = sh(dir, command);
    type("rm -r packed && mv whole packed");
    assertEquals(5, ended.status(), ended.err());
    assertEquals(sound, photos(output));
  }

  private static void splits(String command, String output) throws Exception {
    type(command);
    var all = new ArrayList<Photo>();
    for (String set : List.of("train", "val", "test")) {
      List<Photo> part = photos(output + "/" + set);
      assertEquals(set.equals("train") ? 96 : 12, part.size());
      all.addAll(part);
    }
    assertSameInAnyOrder(photos("packed"), all);
  }

  /** A line of the output is a batch; its fifth cell has the keys of the images. */
  private static void batches(String command) throws Exception {
    List<String> batches = type(command).out().lines().toList();
    assertEquals(2, batches.size(), command);
    var images = new HashSet<String>();
    for (String batch : batches) {
      images.addAll(List.of(batch.split("\t")[4].split(",")));
    }
    assertEquals(64, images.size());
    List<String> next = type(command + " --epoch 1").out().lines().toList();
    assertNotEquals(batches.get(0).split("\t")[4], next.get(0).split("\t")[4]);
  }

  private static void makesArrays(String command, String output) throws Exception {
    type(command);
    try (var npz = new ZipFile(dir.resolve(output + "/part-00000-00000.npz").toFile())) {
      List<String> arrays = npz.stream().map(ZipEntry::getName).sorted().toList();
      assertEquals(
          List.of("data.npy", "format.npy", "indices.npy", "indptr.npy", "shape.npy"), arrays);
      byte[] shape = npz.getInputStream(npz.getEntry("shape.npy")).readAllBytes();
      var numbers = ByteBuffer.wrap(shape).order(ByteOrder.LITTLE_ENDIAN);
      boolean named = command.contains(" --label ");
      assertEquals(named ? 2 : 1000, numbers.getLong(shape.length - 16));
      long columns =
          command.contains(" --columns compact ")
              ? items(dir.resolve(output + "/columns.npy"))
              : named ? 1 + (1 << 20) : 2000;
      assertEquals(columns, numbers.getLong(shape.length - 8));
    }
  }

  /** Returns how many numbers of 64 bits a file has. */
  private static long items(Path npy) throws IOException {
    byte[] bytes = Files.readAllBytes(npy);
    int header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
    return (bytes.length - 10 - header) / 8;
  }

  private static void listsBadLines(String command) throws Exception {
    assertTrue(type(command).err().contains("sound: no line breaks a rule"), command);
    Path bad = Files.createDirectories(dir.resolve("bad"));
    Files.writeString(bad.resolve("train.libsvm"), "1 3:1\n1 3:x 4:1\nw 0:1\n");
    Ended ended = sh(bad, command);
    assertEquals(3, ended.status(), ended.err());
    String file = "file:" + bad.toRealPath() + "/train.libsvm\t";
    assertEquals(file + "10\t2\tbad-value\tx\n" + file + "16\t3\tbad-label\tw\n", ended.out());
  }

  private static byte[] photo(int line) throws IOException {
    String[] cells = Files.readAllLines(dir.resolve("train.lst")).get(line).split("\t");
    return Files.readAllBytes(dir.resolve("photos").resolve(cells[2]));
  }

  private static List<Photo> photos(String input) throws IOException {
    var photos = new ArrayList<Photo>();
    var header = new ImageRecordHeader();
    try (Reader<Record> records =
        Readers.open(new Configuration(), dir.resolve(input).toString())) {
      while (records.next()) {
        Record record = records.get();
        header.read(record.bytes(), record.offset(), record.length(), 0);
        int from = header.imageOffset();
        byte[] image = Arrays.copyOfRange(record.bytes(), from, from + header.imageLength());
        photos.add(new Photo(ByteBuffer.wrap(image), header.label()));
      }
    }
    return photos;
  }

  private static List<Float> labels(List<Photo> photos) {
    return photos.stream().map(Photo::label).collect(Collectors.toList());
  }

  private static void assertSameInAnyOrder(List<Photo> expected, List<Photo> found) {
    assertEquals(expected.size(), found.size());
    assertEquals(new HashSet<>(expected), new HashSet<>(found));
  }

  private static List<Path> shards(String folder) throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".rec")).toList();
    }
  }

  /** Types what has to succeed. */
  private static Ended type(String command) throws Exception {
    Ended ended = sh(dir, command);
    assertEquals(0, ended.status(), () -> command + "\n" + ended.err());
    return ended;
  }

  private static Ended sh(Path folder, String command) throws Exception {
    var builder = new ProcessBuilder("sh", "-c", command);
    builder.directory(folder.toFile());
    builder.environment().merge("PATH", dir.resolve("bin") + ":", (old, first) -> first + old);
    builder.environment().put("RECORDIO_EMBEDDED", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return Ended.of(builder, dir.resolve("out.txt"), dir.resolve("err.txt"), MINUTES);
  }

  private static Path jar() throws Exception {
    return Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
