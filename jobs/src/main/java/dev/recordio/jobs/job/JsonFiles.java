// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.reader.JsonProblem;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Values as JSON: small files on any file system.
 *
 * <p>Hadoop's {@code JsonSerialization} has a mapper for each class and layout, no trees, and no
 * detail about an invalid file. It uses Hadoop's Jackson, which does not know the annotations of
 * the relocated one in the shipped jar.
 */
public final class JsonFiles {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private JsonFiles() {}

  /** Loads Jackson, a tenth of a second: for a moment when nothing waits for it. */
  public static void load() {
    MAPPER.valueToTree(true);
  }

  /** Writes a value, replacing an existing file. */
  public static void write(FileSystem fs, Path file, Object value) throws IOException {
    byte[] json = MAPPER.writeValueAsString(value).concat("\n").getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = Files.overwrite(fs, file)) {
      out.write(json);
    }
  }

  /**
   * Reads a value.
   *
   * @throws BadInputException when the file does not hold such a value
   */
  public static <T> T read(FileSystem fs, Path file, Class<T> type) throws IOException {
    try {
      T value = MAPPER.readValue(Files.readAll(fs, file), type);
      if (value == null) {
        throw notWritten(file, "expected an object, found null", null);
      }
      return value;
    } catch (JsonProcessingException e) {
      throw notWritten(file, JsonProblem.of(e), e);
    } catch (CharConversionException e) {
      throw notWritten(file, e.getMessage(), e); // taken for another encoding of Unicode
    }
  }

  private static BadInputException notWritten(Path file, String why, IOException cause) {
    return new BadInputException("not a file that recordio wrote: " + file + ": " + why, cause);
  }

  /** Returns a value as one line of JSON, without the line's end. */
  public static String line(Object value) throws IOException {
    return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
  }

  /** Returns the value of a {@link #line}. */
  public static <T> T ofLine(String line, Class<T> type) throws IOException {
    return MAPPER.readValue(line, type);
  }

  /** Returns a value as a tree. */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }
}
