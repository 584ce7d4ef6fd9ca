// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.recordio.jobs.run.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Small files of JSON on any file system. */
final class JsonFiles {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private JsonFiles() {}

  /** Writes a value, in place of what is there. */
  static void write(FileSystem fs, Path file, Object value) throws IOException {
    byte[] json = MAPPER.writeValueAsString(value).concat("\n").getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = fs.create(file, true)) {
      out.write(json);
    }
  }

  /**
   * Reads a value.
   *
   * @throws BadInputException when the file does not hold one
   */
  static <T> T read(FileSystem fs, Path file, Class<T> type) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return MAPPER.readValue(in.readAllBytes(), type);
    } catch (JsonProcessingException e) {
      throw new BadInputException(
          "not a file that csr wrote: " + file + ": " + e.getOriginalMessage(), e);
    }
  }
}
