// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.SourceFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Reads annotations of COCO: an object with the arrays {@code images} (id, file_name, width,
 * height), {@code annotations} (image_id, category_id, bbox of left, top, width, height in pixels,
 * perhaps iscrowd) and {@code categories} (id, name), in any order. All else is passed over.
 * Classes are the categories in the order of their ids, as pycocotools numbers them, also those
 * that do not occur.
 */
final class CocoBoxes {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Map<Long, Sized> images = new LinkedHashMap<>();
  private final Map<Long, String> categories = new TreeMap<>();
  private final List<Box> boxes = new ArrayList<>();
  private JsonParser json;

  private record Sized(BoxedImage image, double width, double height) {}

  private record Box(
      long image, long category, double[] corner, boolean crowd, long offset, long line) {}

  private CocoBoxes(Path file) {
    this.file = file;
  }

  /**
   * Reads a file; images have their ids as keys.
   *
   * @throws MalformedRecordException with the place of what is wrong
   */
  static List<BoxedImage> read(Configuration conf, FileStatus status, BoxClasses classes)
      throws IOException {
    var coco = new CocoBoxes(status.getPath());
    try (InputStream open =
            Files.open(SourceFiles.of(conf, coco.file), status, Files.Reading.WHOLE);
        var in = new BufferedInputStream(open, BUFFER);
        JsonParser parser = new JsonFactory().createParser(in)) {
      coco.json = parser;
      coco.readAll();
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw BoxedImage.malformed(
          coco.file,
          at == null ? 0 : Math.max(0, at.getByteOffset()),
          at == null ? -1 : at.getLineNr(),
          "JSON",
          e.getOriginalMessage().lines().findFirst().orElse(""));
    }
    return coco.end(classes);
  }

  private MalformedRecordException malformed(String expected, String found) {
    JsonLocation at = json.currentTokenLocation();
    return BoxedImage.malformed(
        file, Math.max(0, at.getByteOffset()), at.getLineNr(), expected, found);
  }

  private void readAll() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw malformed("an object with images, annotations and categories", found());
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "images" -> each(this::image);
        case "annotations" -> each(this::box);
        case "categories" -> each(this::category);
        default -> json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw malformed("the end of the file", found());
    }
  }

  /** Reads the fields of one object of an array. */
  @FunctionalInterface
  private interface Element {
    void read(long offset, long line) throws IOException;
  }

  private void each(Element element) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("an array", found());
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw malformed("an object", found());
      }
      JsonLocation at = json.currentTokenLocation();
      element.read(at.getByteOffset(), at.getLineNr());
    }
  }

  private void image(long offset, long line) throws IOException {
    var image = new BoxedImage(file.toString());
    image.offset = offset;
    image.line = line;
    double width = 0;
    double height = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "id" -> image.key = whole();
        case "file_name" -> image.path = text();
        case "width" -> width = number();
        case "height" -> height = number();
        default -> json.skipChildren();
      }
    }
    if (image.key < 0 || image.path.isEmpty() || !(width > 0) || !(height > 0)) {
      throw malformed("an image with id, file_name, width and height", "one without");
    }
    if (images.put(image.key, new Sized(image, width, height)) != null) {
      throw malformed("each id of an image once", "id " + image.key + " again");
    }
  }

  private void box(long offset, long line) throws IOException {
    long image = -1;
    long category = -1;
    double[] corner = new double[4];
    int numbers = 0;
    boolean crowd = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "image_id" -> image = whole();
        case "category_id" -> category = whole();
        case "bbox" -> numbers = corner(corner);
        case "iscrowd" -> crowd = number() != 0;
        default -> json.skipChildren();
      }
    }
    if (image < 0 || category < 0 || numbers != corner.length) {
      throw malformed("an annotation with image_id, category_id and bbox", "one without");
    }
    boxes.add(new Box(image, category, corner, crowd, offset, line));
  }

  private int corner(double[] corner) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw malformed("bbox: left, top, width and height", found());
    }
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      double number = number();
      if (count == corner.length || count >= 2 && number < 0) {
        throw malformed("bbox: left, top, width and height", found());
      }
      corner[count++] = number;
    }
    return count;
  }

  private void category(long offset, long line) throws IOException {
    long id = -1;
    String called = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "id" -> id = whole();
        case "name" -> called = text();
        default -> json.skipChildren();
      }
    }
    if (id < 0 || called.isEmpty()) {
      throw malformed("a category with id and name", "one without");
    }
    if (categories.put(id, called) != null) {
      throw malformed("each id of a category once", "id " + id + " again");
    }
  }

  private long whole() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT || json.getNumberType() == null) {
      throw malformed("a whole number as " + json.currentName(), found());
    }
    long value = json.getLongValue();
    if (value < 0) {
      throw malformed("0 or more as " + json.currentName(), found());
    }
    return value;
  }

  private double number() throws IOException {
    boolean is = json.currentToken() != null && json.currentToken().isNumeric();
    if (!is || !Double.isFinite(json.getDoubleValue())) {
      throw malformed("a number", found());
    }
    return json.getDoubleValue();
  }

  private String text() throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed("a text as " + json.currentName(), found());
    }
    return json.getText();
  }

  private String found() throws IOException {
    return json.currentToken() == null ? "the end of the file" : json.getText();
  }

  private List<BoxedImage> end(BoxClasses classes) throws IOException {
    if (images.isEmpty()) {
      throw BoxedImage.malformed(
          file, 0, -1, "images, each with id, file_name, width and height", "none");
    }
    var numbers = new HashMap<Long, Integer>();
    for (Map.Entry<Long, String> category : categories.entrySet()) {
      numbers.put(category.getKey(), classes.number(category.getValue()));
    }
    for (Box box : boxes) {
      Sized image = images.get(box.image);
      Integer number = numbers.get(box.category);
      if (image == null || number == null) {
        throw BoxedImage.malformed(
            file,
            box.offset,
            box.line,
            image == null ? "the id of an image" : "the id of a category",
            Long.toString(image == null ? box.image : box.category));
      }
      double left = box.corner[0] / image.width;
      double top = box.corner[1] / image.height;
      image.image.add(
          number,
          left,
          top,
          left + box.corner[2] / image.width,
          top + box.corner[3] / image.height,
          box.crowd ? 1 : 0);
    }
    return images.values().stream().map(Sized::image).toList();
  }
}
