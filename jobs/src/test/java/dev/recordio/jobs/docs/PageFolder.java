// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.FaceSets;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The inputs that the pages name: {@code photos}, a folder for each class; {@code train.rec} with
 * its list and indexes, {@code packed} and {@code train}, which are made of them; {@code
 * train.libsvm} and other text; sets of the fixtures; arrays and stores.
 */
final class PageFolder {
  private static final String LIBRARY = "inputformat/src/test/resources/fixtures/";
  private static final String JOBS = "jobs/src/test/resources/";
  private static final int FILES = 4;
  private static final int RECORDS = 250;
  private static final int RECORD_BYTES = 120;
  private static final int NEW_RECORDS = 40;
  private static final int DAMAGED_AT = 1204;

  private final Path folder;
  private final PageShell shell;

  private PageFolder(Path folder) {
    this.folder = folder;
    shell = new PageShell(folder);
  }

  /** Makes the folder from which those of the pages are copied. */
  static void prepare(Path folder) throws IOException, InterruptedException {
    var inputs = new PageFolder(Files.createDirectories(folder));
    inputs.photos();
    inputs.text();
    inputs.boxes();
    inputs.sets();
    inputs.numbered();
    inputs.stores();
    Files.createDirectories(folder.resolve(".local/share/bash-completion/completions"));
    Files.createDirectories(folder.resolve(".config/fish/completions"));
  }

  /** Copies the inputs into a page's own folder. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private void photos() throws IOException, InterruptedException {
    run("recordio demo -q --dir .made/demo");
    Files.move(folder.resolve(".made/demo/photos"), folder.resolve("photos"));
    Files.move(folder.resolve(".made/demo/packed"), folder.resolve("packed"));
    Files.move(folder.resolve(".made/demo/rows.libsvm"), folder.resolve("train.libsvm"));
    run("recordio pack -q --shards 1 --write-list train.lst photos .made/all");
    for (String suffix : List.of(".rec", ".idx", ".ridx")) {
      Files.move(folder.resolve(".made/all/part-00000" + suffix), folder.resolve("train" + suffix));
    }
    run("recordio pack -q --shards 2 photos train");
    newRecords();
  }

  /** Records of Monday, with keys after those of the others. */
  private void newRecords() throws IOException, InterruptedException {
    List<String> list = Files.readAllLines(folder.resolve("train.lst"));
    Files.write(
        folder.resolve("monday.lst"),
        list.stream()
            .limit(NEW_RECORDS)
            .map(line -> line.split("\t", 2))
            .map(words -> Long.parseLong(words[0]) + list.size() + "\t" + words[1])
            .toList());
    run("recordio pack -q --shards 1 --list monday.lst --root photos .made/new");
    Files.move(folder.resolve(".made/new/part-00000.rec"), folder.resolve("monday.rec"));
    Files.move(folder.resolve(".made/new/part-00000.idx"), folder.resolve("monday.idx"));
  }

  /** One image with a box, as COCO, Pascal VOC and YOLO annotate it. */
  private void boxes() throws IOException, InterruptedException {
    String first = Files.readAllLines(folder.resolve("train.lst")).get(0);
    Path photo = folder.resolve("photos").resolve(first.substring(first.lastIndexOf('\t') + 1));
    for (String copy : List.of("train2017/a", "VOC2012/JPEGImages/a", "dataset/images/train/a")) {
      Path file = folder.resolve(copy + ".jpg");
      Files.createDirectories(file.getParent());
      Files.copy(photo, file);
    }
    write(
        "instances_train2017.json",
        """
        {"images": [{"id": 9, "file_name": "a.jpg", "width": 100, "height": 100}],
         "annotations": [{"image_id": 9, "category_id": 1, "bbox": [10, 10, 20, 30]}],
         "categories": [{"id": 1, "name": "cat"}]}
        """);
    write(
        "VOC2012/Annotations/a.xml",
        "<annotation><filename>a.jpg</filename><size><width>100</width><height>100</height></size>"
            + "<object><name>cat</name><bndbox><xmin>10</xmin><ymin>10</ymin><xmax>30</xmax>"
            + "<ymax>40</ymax></bndbox></object></annotation>");
    write("VOC2012/ImageSets/Main/train.txt", "a\n");
    write("dataset/labels/train/a.txt", "0 0.2 0.25 0.2 0.3\n");
    write("dataset/data.yaml", "names: [cat]\n");
    run("recordio pack -q --shards 1 --from yolo dataset .made/boxes");
    Files.move(folder.resolve(".made/boxes/part-00000.rec"), folder.resolve("boxes.rec"));
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void text() throws IOException {
    fixture(LIBRARY + "libsvm/agaricus.txt.train", "agaricus.txt.train");
    fixture(LIBRARY + "csr/rank_qid.libsvm", "rank.libsvm");
    List<String> rows = Files.readAllLines(folder.resolve("rank.libsvm"));
    var scattered = new String[rows.size()];
    for (int i = 0; i < scattered.length; i++) {
      scattered[i * 7 % scattered.length] = rows.get(i);
    }
    Files.write(folder.resolve("scattered.libsvm"), List.of(scattered));
    Files.writeString(folder.resolve("bad.libsvm"), "0 1:1\nx 1:1\n1 1:y 2:1\n");
    Files.writeString(folder.resolve("train.csv"), "1,0.5,2\n0,1.5,3\n");
    fixture(LIBRARY + "columns/criteo.tsv", "criteo.tsv");
    Files.writeString(
        folder.resolve("houses.csv"),
        "id,price,w,city,kind,size,note\n1,250,1,Ulm,flat,64,\n2,410,2,Ulm,house,,\"old, large\"\n");
  }

  private void sets() throws IOException, InterruptedException {
    fixture(JOBS + "formats/images.rec", "images.rec");
    fixture(JOBS + "formats/images.idx", "images.idx");
    fixture(JOBS + "formats/webdataset/odd.tar", "odd.tar");
    fixture(JOBS + "fixtures/images/single.rec", "pets.rec");
    byte[] damaged = Files.readAllBytes(folder.resolve("pets.rec"));
    damaged[DAMAGED_AT] = 0;
    Files.write(folder.resolve("damaged.rec"), damaged);
    lostOffset();
    FaceSets.copy("train", folder.resolve("emore"));
    FaceSets.copy("noident", folder.resolve("emore"));
  }

  /** An index of a program that did not know where it wrote one of its records. */
  private void lostOffset() throws IOException, InterruptedException {
    Files.copy(folder.resolve("pets.rec"), folder.resolve("lost.rec"));
    run("recordio index -q --keys id lost.rec");
    Files.delete(folder.resolve("lost.ridx"));
    Files.deleteIfExists(folder.resolve(".lost.idx.crc"));
    List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve("lost.idx")));
    lines.set(5, lines.get(5).replaceFirst("\t.*", "\t18446744073709551615"));
    Files.write(folder.resolve("lost.idx"), lines);
  }

  /** Files of records that are only numbers. */
  private void numbered() throws IOException {
    for (int file = 0; file < FILES; file++) {
      Path name = folder.resolve("train-" + file + ".rec");
      try (var writer =
          RecordFileWriter.create(LocalFiles.checked(), LocalFiles.path(name), null)) {
        for (int i = 0; i < RECORDS; i++) {
          byte[] payload = new byte[RECORD_BYTES];
          ByteBuffer.wrap(payload).putInt(file * RECORDS + i);
          writer.write(i, payload, 0, payload.length);
        }
      }
    }
  }

  private void stores() throws IOException, InterruptedException {
    NpyInputs.write(folder);
    run("recordio store create -q stores/faces --field 'image=u1[32,32,3]' --field label=f4");
    run("recordio store append -q stores/faces image=images.npy label=labels.npy");
    run("recordio store tag -q stores/faces train-2024");
    run("recordio store create -q stores/embeddings --field vector=f4");
    run("recordio store append -q stores/embeddings vector=labels.npy");
  }

  private void fixture(String file, String name) throws IOException {
    Files.copy(ConfigurationDocs.projectFile(file), folder.resolve(name));
  }

  private void run(String line) throws IOException, InterruptedException {
    PageShell.Ran ran = shell.run(line);
    assertEquals(0, ran.status(), () -> line + "\n" + ran.output());
  }
}
