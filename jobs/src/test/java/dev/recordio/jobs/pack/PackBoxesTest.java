// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Python;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images with boxes, from the annotations of COCO, Pascal VOC and YOLO. */
class PackBoxesTest extends CommandTestBase {
  private static final String CATEGORIES =
      "\"categories\": [{\"id\": 90, \"name\": \"toothbrush\"}, {\"id\": 3, \"name\": \"car\"}]";

  private void image(String name) throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(16, 8, BufferedImage.TYPE_3BYTE_BGR), "png", out);
    write(name, out.toByteArray());
  }

  /** Returns the lines of the list that a command line writes, numbers in their shortest form. */
  private List<String> list(String line, Object... arguments) throws IOException {
    ok("pack -q --overwrite --list-only " + line + " ./made", arguments);
    var lines = new ArrayList<String>();
    for (String written : text("made.lst").split("\n")) {
      String[] fields = written.split("\t");
      for (int i = 1; i < fields.length - 1; i++) {
        fields[i] = Float.toString(Float.parseFloat(fields[i])).replaceFirst("\\.0$", "");
      }
      lines.add(String.join(" ", fields));
    }
    return lines;
  }

  private static String coco(String images, String annotations) {
    return String.format(
        "{\"info\": {\"year\": [1]}, \"annotations\": [%s], \"images\": [%s], %s}",
        annotations, images, CATEGORIES);
  }

  private static String cocoImage(long id, String name, int width, int height) {
    return String.format(
        "{\"license\": 4, \"id\": %d, \"file_name\": \"%s\", \"width\": %d, \"height\": %d}",
        id, name, width, height);
  }

  private static String cocoBox(long image, int category, String bbox, int crowd) {
    return String.format(
        "{\"segmentation\": [[1, 2], {\"x\": []}], \"image_id\": %d, \"category_id\": %d,"
            + " \"bbox\": %s, \"iscrowd\": %d}",
        image, category, bbox, crowd);
  }

  @Test
  void cocoHasItsIdsAsKeysAndItsCategoriesInOrder() throws IOException {
    image("train/a.png");
    image("train/b.png");
    String images = cocoImage(581, "b.png", 100, 50) + "," + cocoImage(9, "a.png", 64, 32);
    String boxes = cocoBox(9, 90, "[16, 8, 32, 8]", 0) + "," + cocoBox(9, 3, "[0, 0, 64, 32]", 1);
    write("a.json", coco(images, boxes));
    assertEquals(
        List.of(
            "581 2 6 -1 -1 -1 -1 -1 -1 b.png", "9 2 6 1 0.25 0.25 0.75 0.5 0 0 0 0 1 1 1 a.png"),
        list("--from coco ./a.json --root ./train"));
    assertEquals("car\ntoothbrush\n", text("synset.txt"));
    String err = ok("pack --from coco ./a.json --root ./train ./packed").err();
    assertHas(err, "note: 1 image without objects is packed, with one object of class -1");
    assertEquals("car\ntoothbrush\n", text("packed/synset.txt"));
    assertTrue(Files.exists(path("packed/part-00000.idx")));
    // What was packed becomes batches with the names of the columns.
    ok("batches -q ./packed --shape 3,8,8 --batch-size 2 --label-width -1 --to npy ./npy");
    assertHas(text("npy/labels.json"), "\"objectWidth\" : 6", "\"class\", \"xmin\"");
    assertHas(ok("batches ./packed --shape 3,8,8 --batch-size 2 --label-width -1").err(), "boxes");
    assertFalse(ok("labels ./packed").err().contains("car"), "the first label is no class");
  }

  @Test
  void aClassMapPinsLabels() throws IOException {
    image("a.png");
    write("a.json", coco(cocoImage(1, "a.png", 10, 10), cocoBox(1, 90, "[0, 0, 5, 5]", 0)));
    write("map", "car\nbus\ntoothbrush\n");
    assertEquals(
        List.of("1 2 6 2 0 0 0.5 0.5 0 a.png"), list("--class-map ./map --from coco ./a.json"));
    assertEquals(text("map"), text("synset.txt"));
    write("map", "car\nbus\n");
    assertHas(
        fails(3, "pack --class-map ./map --from coco ./a.json ./out"),
        "lacks the class toothbrush",
        "--unknown skip leaves its objects out");
    assertFalse(Files.exists(path("out")));
    String skipped = ok("pack --class-map ./map --unknown skip --from coco ./a.json ./out").err();
    assertHas(skipped, "1 object is left out, as", "lacks its class (first: toothbrush)");
    assertHas(skipped, "1 image without objects");
  }

  /** The rules of pycocotools: classes by the order of category ids, crowds among the others. */
  @Test
  void labelsAreWhatAScriptMakesOfTheAnnotations() throws Exception {
    Python.assumeHas("json");
    var random = new SplittableRandom(5);
    var images = new ArrayList<String>();
    var boxes = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      image("in/" + i + ".png");
      int id = 7000 - i * 13;
      images.add(cocoImage(id, i + ".png", random.nextInt(30, 900), random.nextInt(30, 900)));
      for (int n = random.nextInt(5); n > 0; n--) {
        String bbox = Arrays.toString(random.doubles(4, 1, 15).toArray());
        boxes.add(cocoBox(id, random.nextBoolean() ? 3 : 90, bbox, random.nextInt(2)));
      }
    }
    write("a.json", coco(String.join(",", images), String.join(",", boxes)));
    String script =
        """
        import json, struct, sys
        f = lambda x: struct.unpack('f', struct.pack('f', x))[0]
        d = json.load(open(sys.argv[1]))
        cats = {c: i for i, c in enumerate(sorted(c['id'] for c in d['categories']))}
        for im in d['images']:
            w, h, out = im['width'], im['height'], []
            for a in d['annotations']:
                if a['image_id'] == im['id']:
                    x, y, bw, bh = a['bbox']
                    out += [cats[a['category_id']], x / w, y / h, x / w + bw / w, y / h + bh / h,
                            a['iscrowd']]
            print(im['id'], ' '.join(repr(f(v)) for v in [2, 6] + (out or [-1] * 6)))
        """;
    List<String> expected = Python.run(script, path("a.json")).lines().toList();
    List<String> made = list("--from coco ./a.json --root ./in");
    assertEquals(40, made.size());
    for (int i = 0; i < made.size(); i++) {
      String[] theirs = expected.get(i).split(" ");
      String[] ours = made.get(i).split(" ");
      assertEquals(theirs[0], ours[0]);
      assertEquals(theirs.length + 1, ours.length);
      for (int k = 1; k < theirs.length; k++) {
        assertEquals((float) Double.parseDouble(theirs[k]), Float.parseFloat(ours[k]));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "[1]                                      | an object with images, annotations and categ",
        "{\"images\": 3}                          | expected an array, found 3",
        "{\"images\": []}                         | expected images, each with id",
        "{\"images\": [{\"id\": 1}]}              | an image with id, file_name, width and height",
        "{\"images\": [{\"id\": -1}]}             | expected 0 or more as id, found -1",
        "{\"images\": [{\"id\": 1.5}]}            | expected a whole number as id, found 1.5",
        "{\"images\": [{\"id\": 99999999999999999999}]} | expected",
        "{\"images\": [                           | expected JSON",
        "{\"annotations\": [{\"bbox\": [1, 2, 3]}]} | an annotation with image_id, category_id and",
        "{\"annotations\": [{\"bbox\": [1, 2, -3, 4]}]} | bbox: left, top, width and height",
        "{\"annotations\": [{\"bbox\": [1, 2, 3, 4, 5]}]} | bbox: left, top, width and height",
        "{\"categories\": [{\"id\": 1}]}          | a category with id and name",
      })
  void whatIsNoCocoIsAnErrorWithItsPlace(String json, String expected) throws IOException {
    write("a.json", json);
    assertHas(
        error(3, "pack --from coco ./a.json ./out"), "malformed annotation", expected, "a.json");
  }

  @Test
  void annotationsOfNoImageAreAnError() throws IOException {
    image("a.png");
    String one = cocoImage(1, "a.png", 10, 10);
    write("a.json", coco(one, cocoBox(2, 3, "[1, 2, 3, 4]", 0)));
    assertHas(error(3, "pack --from coco ./a.json ./out"), "expected the id of an image, found 2");
    write("a.json", coco(one, cocoBox(1, 4, "[1, 2, 3, 4]", 0)));
    assertHas(error(3, "pack --from coco ./a.json ./out"), "the id of a category, found 4");
    write("a.json", coco(one + "," + one, ""));
    assertHas(error(3, "pack --from coco ./a.json ./out"), "id 1 again");
    write("a.json", coco(cocoImage(1, "gone.png", 10, 10), ""));
    assertHas(error(3, "pack --from coco ./a.json ./out"), "gone.png", "without --root");
    write("a.json", coco(cocoImage(1, "../../etc/hosts", 10, 10), ""));
    assertHas(error(3, "pack --from coco ./a.json ./out"), "a path below");
  }

  private void voc(String name, String objects) throws IOException {
    image("voc/JPEGImages/" + name + ".png");
    write(
        "voc/Annotations/" + name + ".xml",
        "<?xml version=\"1.0\"?>\n<annotation><filename>"
            + name
            + ".png</filename><size><width>20</width><height>40</height></size>"
            + objects
            + "</annotation>");
  }

  private static String vocObject(String name, int difficult, String corners) {
    String[] each = corners.split(" ");
    return String.format(
        "<object><name>%s</name><part><name>head</name><bndbox><xmin>x</xmin></bndbox></part>"
            + "<difficult>%d</difficult><bndbox><xmin>%s</xmin><ymin>%s</ymin>"
            + "<xmax>%s</xmax><ymax>%s</ymax></bndbox></object>%n",
        name, difficult, each[0], each[1], each[2], each[3]);
  }

  @Test
  void vocHasItsNamesInOrder() throws IOException {
    voc("b", vocObject("dog", 1, "5 10 20 40") + vocObject("cat", 0, "0 0 10.0 20"));
    voc("a", vocObject("dog", 0, "1 2 3 4"));
    voc("c", "");
    assertEquals(
        List.of(
            "0 2 6 1 0.05 0.05 0.15 0.1 0 a.png",
            "1 2 6 1 0.25 0.25 1 1 1 0 0 0 0.5 0.5 0 b.png",
            "2 2 6 -1 -1 -1 -1 -1 -1 c.png"),
        list("--from voc ./voc"));
    assertEquals("cat\ndog\n", text("synset.txt"));
    write("voc/ImageSets/Main/train.txt", "c  -1\na 1\n");
    assertEquals(
        List.of("0 2 6 -1 -1 -1 -1 -1 -1 c.png", "1 2 6 0 0.05 0.05 0.15 0.1 0 a.png"),
        list("--from voc ./voc/ImageSets/Main/train.txt"));
    assertEquals("dog\n", text("synset.txt"));
    write("voc/Annotations/b.xml", "<annotation><size>");
    assertHas(error(3, "pack --from voc ./voc ./out"), "b.xml", "line 1", "expected XML");
    run("pack -q --on-error skip --from voc ./voc ./out").ended(5);
    assertEquals(2, ok("records ./out").lines().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<object><name>dog</name></object>   | an object with name and bndbox",
        "<size><width>0</width></size>%s     | width and height above 0",
        "<size><width>q</width></size>       | expected a number as width, found q",
        "<bad>                               | expected XML",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hosts'>]><a>&b;</a> | expected XML",
      })
  void whatIsNoVocIsAnErrorWithItsPlace(String xml, String expected) throws IOException {
    voc("a", xml.replace("%s", vocObject("dog", 0, "1 2 3 4")));
    assertHas(error(3, "pack --from voc ./voc ./out"), "a.xml", "malformed annotation", expected);
  }

  @Test
  void turnedBoxesAndMissingImagesAreErrors() throws IOException {
    voc("a", vocObject("dog", 0, "5 2 3 4"));
    assertHas(error(3, "pack --from voc ./voc ./out"), "a box that is turned over");
    voc("a", vocObject("dog", 0, "1 2 3 4"));
    Files.delete(path("voc/JPEGImages/a.png"));
    assertHas(error(3, "pack --from voc ./voc ./out"), "no such file", "JPEGImages/a.png");
    Files.delete(path("voc/Annotations/a.xml"));
    assertHas(fails(3, "pack --from voc ./voc ./out"), "no annotation, *.xml, in");
  }

  private void yolo() throws IOException {
    for (String name : List.of("b", "a", "c")) {
      image("yolo/images/train/" + name + ".png");
    }
    write("yolo/labels/train/a.txt", "1 0.5 0.5 0.25 0.5\r\n\n0 0.25 0.25 0.5 0.5");
    write("yolo/labels/train/b.txt", "1 0.125 0.25 0.5 0.75 0.25 0.5\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nc: 2\nnames: ['person', \"red car\"]  # two\n",
        "names: [ person,\n  red car ]\npath: x\n",
        "names:\n  - person\n  - red car\nval: x\n",
        "names:\n- person\n- 'red car'\n",
        "names:\n  # classes\n  0: person\n  1: red car\n\ntrain: images\n",
      })
  void yoloHasTheNamesOfItsFile(String yaml) throws IOException {
    yolo();
    write("yolo/data.yaml", yaml);
    assertEquals(
        List.of(
            "0 2 5 1 0.375 0.25 0.625 0.75 0 0 0 0.5 0.5 a.png",
            "1 2 5 1 0.125 0.25 0.5 0.75 b.png",
            "2 2 5 -1 -1 -1 -1 -1 c.png"),
        list("--from yolo ./yolo/images/train"));
    assertEquals("person\nred car\n", text("synset.txt"));
    write("map", "red car\ntruck\nperson\n");
    assertEquals(
        "0 2 5 0 0.375 0.25 0.625 0.75 2 0 0 0.5 0.5 images/train/a.png",
        list("--class-map ./map --from yolo ./yolo").get(0));
  }

  @Test
  void yoloNeedsNoNames() throws IOException {
    yolo();
    assertEquals(
        "1 2 5 1 0.125 0.25 0.5 0.75 b.png", list("--from yolo ./yolo/images/train").get(1));
    assertFalse(Files.exists(path("synset.txt")));
    write("map", "person\n");
    assertHas(
        error(3, "pack --class-map ./map --from yolo ./yolo ./out"),
        "a.txt",
        "line 1",
        "expected a class from 0 to 0");
    // Labels may be beside the images.
    image("flat/x.png");
    write("flat/x.txt", "7 0.5 0.5 1 1");
    assertEquals(List.of("0 2 5 7 0 0 1 1 x.png"), list("--from yolo ./flat"));
    image("none/x.png");
    assertHas(error(3, "pack --from yolo ./none ./out"), "no labels of any image", "x.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0.5 0.5 1         | class, then x, y, width and height, or a polygon",
        "0 0.5 0.5 1 x       | class, then x, y, width and height, or a polygon",
        "0 5 0.5 1 1         | numbers from 0 to 1",
        "0 NaN 0.5 1 1       | numbers from 0 to 1",
        "0.5 0.5 0.5 1 1     | a class from 0 to 1",
        "2 0.5 0.5 1 1       | a class from 0 to 1",
        "0 0.1 0.1 0.2 0.2 1 | class, then x, y, width and height, or a polygon",
      })
  void whatIsNoYoloIsAnErrorWithItsLine(String line, String expected) throws IOException {
    yolo();
    write("yolo/classes.txt", "person\ncar\n");
    write("yolo/labels/train/b.txt", "1 0.5 0.5 0.1 0.1\n" + line + "\n");
    assertHas(error(3, "pack --from yolo ./yolo ./out"), "b.txt", "line 2", expected);
  }

  @Test
  void annotationsAreNoLists() throws IOException {
    write("a.lst", "");
    for (String wrong : List.of("--from coco --list ./a.lst", "--from voc --exts jpg ./a")) {
      assertHas(fails(2, "pack " + wrong + " ./out"), "has no use beside --from");
    }
    assertHas(
        fails(2, "pack --from yolo --root ./x ./a ./out"), "INPUT is the folder of the images");
  }
}
