// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import dev.recordio.jobs.faults.FaultedJob.Input;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Local folders with what the commands read, one for each {@link FaultedJob.Input}. */
public final class FaultInputs {
  /** The file with the boxes of {@link FaultedJob.Input#COCO}. */
  static final String BOXES = "boxes.json";

  private static final int FILES = 120;
  private static final int FILE_BYTES = 3000;
  private static final int TEXT_BYTES = 180_000;
  private static final int ROWS = 8000;

  private FaultInputs() {}

  /** Writes the folders below a folder that exists. */
  public static void write(Path folder) throws IOException {
    for (Input input : Input.values()) {
      if (input != Input.INDEXED && input != Input.GRAIN) { // which commands write
        Files.createDirectory(folder.resolve(input.folder()));
      }
    }
    Path files = folder.resolve(Input.FILES.folder());
    Path indexed = folder.resolve(Input.INDEXED.folder());
    files(files, ".bin");
    ok("pack", "--header", "none", "--shards", "3", files.toString(), indexed.toString());
    try (DirectoryStream<Path> shards = Files.newDirectoryStream(indexed, "part-*.rec")) {
      for (Path shard : shards) {
        Files.copy(shard, folder.resolve(Input.RECORDS.folder()).resolve(shard.getFileName()));
      }
    }
    String grain = folder.resolve(Input.GRAIN.folder()).toString();
    ok("export", "--to", "arrayrecord", "--raw", "--shards", "3", indexed.toString(), grain);
    text(folder.resolve(Input.TEXT.folder()));
    rows(
        folder.resolve(Input.QUERIES.folder()).resolve("a.libsvm"),
        i -> i % 3 + " qid:" + i * 7919 % 211 + " " + i % 50 + ":" + i);
    rows(
        folder.resolve(Input.CSV.folder()).resolve("a.csv"),
        i -> i == 0 ? "y,city,price" : i % 2 + ",city " + i % 97 + "," + i * 0.25);
    boxes(folder);
  }

  private static void ok(String... line) {
    Recordio.run(LocalJobs.conf(), line).ended(0);
  }

  /** Writes small files of random bytes; returns their names. */
  private static List<String> files(Path folder, String extension) throws IOException {
    var random = new Random(20);
    var names = new ArrayList<String>();
    for (int i = 0; i < FILES; i++) {
      byte[] bytes = new byte[FILE_BYTES + random.nextInt(FILE_BYTES)];
      random.nextBytes(bytes);
      names.add(String.format("%03d%s", i, extension));
      Files.write(folder.resolve(names.get(i)), bytes);
    }
    return names;
  }

  private static void text(Path folder) throws IOException {
    for (String name : new String[] {"agaricus.txt.test", "agaricus.txt.train"}) {
      try (InputStream in = FaultInputs.class.getResourceAsStream("/fixtures/libsvm/" + name)) {
        String rows = new String(in.readNBytes(TEXT_BYTES), StandardCharsets.UTF_8);
        Files.writeString(folder.resolve(name), rows.substring(0, rows.lastIndexOf('\n') + 1));
      }
    }
  }

  private static void rows(Path file, IntFunction<String> row) throws IOException {
    Files.write(file, (Iterable<String>) IntStream.range(0, ROWS).mapToObj(row)::iterator);
  }

  /** Writes images of 100 × 50 pixels, as is said of them: no command looks into them. */
  private static void boxes(Path folder) throws IOException {
    Path voc = folder.resolve(Input.VOC.folder());
    for (String name : files(voc, ".jpg")) {
      Files.writeString(
          voc.resolve(name.replace(".jpg", ".xml")),
          "<annotation><filename>"
              + name
              + "</filename><size><width>100</width><height>50</height></size><object><name>cat"
              + "</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox>"
              + "</object></annotation>");
    }
    Path yolo = folder.resolve(Input.YOLO.folder());
    for (String name : files(yolo, ".jpg")) {
      Files.writeString(yolo.resolve(name.replace(".jpg", ".txt")), "1 0.5 0.5 0.25 0.5\n");
    }
    Path coco = folder.resolve(Input.COCO.folder());
    List<String> names = files(coco, ".jpg");
    String images =
        names.stream()
            .map(
                name ->
                    "{\"id\": "
                        + names.indexOf(name)
                        + ", \"file_name\": \""
                        + name
                        + "\", \"width\": 100, \"height\": 50}")
            .collect(Collectors.joining(","));
    Files.writeString(
        coco.resolve(BOXES),
        "{\"categories\": [{\"id\": 3, \"name\": \"cat\"}], \"images\": ["
            + images
            + "], \"annotations\": [{\"image_id\": 7, \"category_id\": 3, \"bbox\": [1, 2, 3, 4]}]}");
  }
}
