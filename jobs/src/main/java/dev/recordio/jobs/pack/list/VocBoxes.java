// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.fs.Path;

/**
 * Reads one annotation of Pascal VOC: {@code annotation} with {@code filename}, {@code size} (width
 * and height) and {@code object} (name, perhaps difficult, and bndbox: xmin, ymin, xmax and ymax in
 * pixels). Objects inside objects, such as parts, are passed over. Corners are divided by width and
 * height as they are, as MXNet's tool does; others subtract one pixel before.
 */
final class VocBoxes {
  private static final XMLInputFactory XML = factory();
  private static final int MAX_DEPTH = 100;

  private final Path file;
  private final BoxClasses classes;
  private final BoxedImage image;
  private final double[] size = new double[2];
  private final double[] corners = new double[4];
  private int cornersSeen; // a bit each
  private String name = "";
  private int difficult;
  private XMLStreamReader xml;

  private VocBoxes(Path file, BoxClasses classes) {
    this.file = file;
    this.classes = classes;
    image = new BoxedImage(file.toString());
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false); // nor what a file would have it fetch
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * Reads an annotation.
   *
   * @throws MalformedRecordException with the place of what is wrong
   */
  static BoxedImage read(Path file, byte[] bytes, BoxClasses classes)
      throws MalformedRecordException {
    var voc = new VocBoxes(file, classes);
    try {
      voc.xml = XML.createXMLStreamReader(new ByteArrayInputStream(bytes));
      voc.readAll();
    } catch (XMLStreamException e) {
      String message = e.getMessage().lines().reduce((first, last) -> last).orElse("");
      throw BoxedImage.malformed(
          file,
          e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getCharacterOffset()),
          e.getLocation() == null ? -1 : e.getLocation().getLineNumber(),
          "XML",
          message.replaceFirst("^Message: ", ""));
    }
    return voc.image;
  }

  private MalformedRecordException malformed(String expected, String found) {
    return BoxedImage.malformed(
        file,
        Math.max(0, xml.getLocation().getCharacterOffset()),
        xml.getLocation().getLineNumber(),
        expected,
        found);
  }

  private void readAll() throws XMLStreamException, MalformedRecordException {
    Deque<String> path = new ArrayDeque<>();
    var text = new StringBuilder();
    boolean any = false;
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          path.addLast(xml.getLocalName());
          text.setLength(0);
          if (path.size() > MAX_DEPTH) {
            throw malformed("elements in one another, at most " + MAX_DEPTH, "more");
          }
          any |= path.size() == 1 && path.getFirst().equals("annotation");
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          element(String.join("/", path), text.toString().strip());
          path.removeLast();
          text.setLength(0);
        }
        default -> {} // comments and the like
      }
    }
    if (!any) {
      throw malformed("the element annotation", "none");
    }
  }

  private void element(String path, String text) throws MalformedRecordException {
    switch (path) {
      case "annotation/filename" -> image.path = text;
      case "annotation/size/width" -> size[0] = number(text);
      case "annotation/size/height" -> size[1] = number(text);
      case "annotation/object/name" -> name = text;
      case "annotation/object/difficult" -> difficult = number(text) == 0 ? 0 : 1;
      case "annotation/object/bndbox/xmin" -> corner(0, text);
      case "annotation/object/bndbox/ymin" -> corner(1, text);
      case "annotation/object/bndbox/xmax" -> corner(2, text);
      case "annotation/object/bndbox/ymax" -> corner(3, text);
      case "annotation/object" -> object();
      default -> {} // pose, part, and so on
    }
  }

  private void corner(int at, String text) throws MalformedRecordException {
    corners[at] = number(text);
    cornersSeen |= 1 << at;
  }

  private double number(String text) throws MalformedRecordException {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw malformed("a number as " + xml.getLocalName(), text.isEmpty() ? "nothing" : text);
  }

  private void object() throws MalformedRecordException {
    if (name.isEmpty() || cornersSeen != 0b1111) {
      throw malformed("an object with name and bndbox (xmin, ymin, xmax, ymax)", "one without");
    }
    if (!(size[0] > 0 && size[1] > 0)) {
      throw malformed("size, before the objects, with width and height above 0", "none");
    }
    if (corners[0] > corners[2] || corners[1] > corners[3]) {
      throw malformed("xmin up to xmax, and ymin up to ymax", "a box that is turned over");
    }
    image.add(
        classes.number(name),
        corners[0] / size[0],
        corners[1] / size[1],
        corners[2] / size[0],
        corners[3] / size[1],
        difficult);
    name = "";
    difficult = 0;
    cornersSeen = 0;
  }
}
