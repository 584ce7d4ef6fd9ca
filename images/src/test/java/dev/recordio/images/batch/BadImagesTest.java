// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.reader.ReaderState;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Images that can't be decoded, and labels that do not fit. */
@Timeout(60)
class BadImagesTest {
  @TempDir Path dir;

  private static ImageBatchOptions options(String... more) {
    ImageBatchOptions.Builder builder =
        ImageBatchOptions.builder()
            .set("shape", "3,6,7")
            .set("batch-size", "4")
            .set("tail", "emit");
    for (int i = 0; i < more.length; i += 2) {
      builder.set(more[i], more[i + 1]);
    }
    return builder.build();
  }

  private static ImageBatchReader open(Path file, ImageBatchOptions options) throws IOException {
    Configuration conf = LocalFiles.raw();
    conf.set("recordio.image.codec", "jdk");
    return ImageBatchReader.open(conf, file.toString(), options);
  }

  @Test
  void anErrorComesAtItsBatchWithFileOffsetAndId() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 12, 6);
    for (int threads = 1; threads <= 7; threads += 3) {
      try (var reader = open(file, options("threads", "" + threads))) {
        assertTrue(reader.next(), "the batch before it");
        assertEquals(ImageFiles.id(0), reader.get().id(0));
        var error = assertThrows(MalformedRecordException.class, reader::next);
        assertEquals(offset(file, 6), error.offset());
        assertTrue(error.path().endsWith("/a.rec"), error.getMessage());
        assertTrue(error.what().contains("id " + ImageFiles.id(6)), error.getMessage());
        assertTrue(error.what().contains("at offset 0 of the image"), error.getMessage());
        assertFalse(error.expected().isBlank() || error.found().isBlank());
      }
    }
  }

  private static long offset(Path file, int record) throws IOException {
    String line = Files.readAllLines(Path.of(file.toString().replace(".rec", ".idx"))).get(record);
    return Long.parseLong(line.split("\t")[1]);
  }

  @Test
  void skippedImagesAreLeftOutCountedAndListedOnceAnEpoch() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 12, 0, 5, 6, 11);
    long[] sound =
        LongStream.of(1, 2, 3, 4, 7, 8, 9, 10).map(i -> ImageFiles.id((int) i)).toArray();
    for (String tail : List.of("emit", "wrap")) {
      var listed = new ArrayList<String>();
      var ids = new ArrayList<Long>();
      try (var reader =
          open(file, options("on-error", "skip", "epochs", "2", "tail", tail, "batch-size", "4"))) {
        reader.onSkipped(image -> listed.add(image.epoch() + " " + image.ordinal()));
        assertTrue(reader.next());
        assertEquals(1, reader.skipped(), "those before what was handed out");
        do {
          ImageBatch batch = reader.get();
          Arrays.stream(batch.ids()).limit(batch.rows() - batch.pad()).forEach(ids::add);
        } while (reader.next());
        assertEquals(8, reader.skipped());
      }
      List<Long> expected =
          LongStream.concat(LongStream.of(sound), LongStream.of(sound)).boxed().toList();
      assertEquals(expected, ids);
      assertEquals(List.of("0 0", "0 5", "0 6", "0 11", "1 0", "1 5", "1 6", "1 11"), listed, tail);
    }
  }

  @Test
  void aResumedRunListsWhatItLeavesOutItself() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 12, 1, 5, 9);
    ImageBatchOptions options = options("on-error", "skip", "tail", "wrap");
    String state;
    try (var reader = open(file, options)) {
      assertTrue(reader.next()); // 0, 2, 3, 4
      state = reader.state().toString();
    }
    try (var reader = open(file, options)) {
      var listed = new ArrayList<Long>();
      reader.onSkipped(image -> listed.add(image.ordinal()));
      reader.restore(ReaderState.parse(state));
      var ids = new ArrayList<Long>();
      while (reader.next()) {
        Arrays.stream(reader.get().ids()).forEach(ids::add);
      }
      assertEquals(List.of(5L, 9L), listed, "not those that a batch is filled up with");
      assertEquals(
          LongStream.of(6, 7, 8, 10, 11, 0, 2, 3).mapToObj(i -> ImageFiles.id((int) i)).toList(),
          ids);
    }
  }

  @Test
  void aSkippedRunMayGoOnAfterOneThatFailed() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 12, 6);
    String state;
    try (var reader = open(file, options())) {
      assertTrue(reader.next());
      state = reader.state().toString();
    }
    try (var reader = open(file, options("on-error", "skip"))) {
      reader.restore(ReaderState.parse(state));
      assertTrue(reader.next());
      assertEquals(ImageFiles.id(4), reader.get().id(0));
      assertEquals(ImageFiles.id(7), reader.get().id(2));
    }
  }

  private Path records(String name, byte[]... records) throws IOException {
    var path = LocalFiles.path(dir.resolve(name));
    try (var writer = RecordFileWriter.create(LocalFiles.raw(), path, RecordFiles.index(path))) {
      for (byte[] record : records) {
        writer.write(0, record, 0, record.length);
      }
    }
    return dir.resolve(name);
  }

  private static MalformedRecordException error(Path file, ImageBatchOptions options)
      throws IOException {
    try (var reader = open(file, options)) {
      return assertThrows(MalformedRecordException.class, reader::next);
    }
  }

  @Test
  void wrongLabelsNameBothNumbersAndTheRecord() throws IOException {
    byte[] png = ImageFiles.png(1);
    Path file =
        records("a.rec", ImageFiles.record(7, png, 1, 2), ImageFiles.record(8, png, 1, 2, 3));
    for (String onError : List.of("fail", "skip")) {
      MalformedRecordException error =
          error(file, options("label-width", "2", "on-error", onError));
      assertTrue(error.expected().startsWith("2,"), error.getMessage());
      assertEquals("3", error.found());
      assertTrue(error.what().endsWith("id 8"), error.getMessage());
      assertTrue(error.path().endsWith("/a.rec") && error.offset() > 0, error.getMessage());
    }
  }

  @Test
  void labelsComeFromAListById() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 3);
    Path list = dir.resolve("a.lst");
    Files.writeString(list, "1014\t5\t6\tx\n9\t1\t1\tx\n1000\t7\t8\tx\n1007\t9\t10\tx\n");
    ImageBatchOptions options = options("labels", list.toString(), "label-width", "2");
    try (var reader = open(file, options)) {
      assertTrue(reader.next());
      assertEquals(7, reader.get().label(0, 0));
      assertEquals(8, reader.get().label(0, 1));
      assertEquals(10, reader.get().label(1, 1));
      assertEquals(5, reader.get().label(2, 0));
    }
    Files.writeString(list, "1014\t5\t6\tx\n1000\t7\t8\tx\n");
    MalformedRecordException error = error(file, options);
    assertTrue(error.what().contains("id 1007"), error.getMessage());
    assertTrue(error.expected().contains("a.lst"), error.getMessage());
    assertThrows(
        FileNotFoundException.class,
        () -> open(file, options("labels", dir.resolve("none.lst").toString())));
    assertThrows(
        FileNotFoundException.class,
        () -> open(file, options("mean-img", dir.resolve("none.bin").toString())));
  }

  @Test
  void recordsThatAreNoImagesAreErrorsOrSkipped() throws IOException {
    byte[] png = ImageFiles.png(1);
    byte[] cut = Arrays.copyOf(png, png.length / 2);
    Path file =
        records(
            "a.rec",
            new byte[5],
            ImageFiles.record(1, new byte[0], 1),
            ImageFiles.record(2, cut, 1),
            ImageFiles.record(3, png, 1));
    try (var reader = open(file, options("on-error", "skip"))) {
      assertTrue(reader.next());
      assertEquals(1, reader.get().rows());
      assertEquals(3, reader.get().id(0));
      assertEquals(3, reader.skipped());
    }
    assertTrue(error(file, options()).path().endsWith("/a.rec"));
  }

  @Test
  void fourChannelsAreAsked() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 1);
    MalformedRecordException error = error(file, options("shape", "4,6,7"));
    assertTrue(error.expected().startsWith("4 channels"), error.getMessage());
    assertTrue(error.found().startsWith("3"), error.getMessage());
    assertTrue(error.what().contains("id 1000"), error.getMessage());
  }

  @Test
  void whatWouldGrowBeyondTheLimitIsAnError() throws IOException {
    Path file = ImageFiles.write(dir.resolve("a.rec"), 0, 1);
    MalformedRecordException error = error(file, options("resize", "60000"));
    assertTrue(error.path().endsWith("/a.rec"), error.getMessage());
  }
}
