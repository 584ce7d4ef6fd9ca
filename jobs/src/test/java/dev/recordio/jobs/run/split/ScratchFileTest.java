// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LocalFiles;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFileTest {
  private static final String KEY = "recordio.test.words-file";
  private static final List<String> WORDS = List.of("one", "", "three");

  @TempDir Path folder;
  private final Configuration conf = LocalFiles.raw();
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("words");
    ScratchFile.write(conf, KEY, LocalFiles.path(file), ScratchFileTest::write);
  }

  private static void write(DataOutput out) throws IOException {
    WritableUtils.writeStringArray(out, WORDS.toArray(new String[0]));
  }

  private static List<String> read(DataInput in) throws IOException {
    return Arrays.asList(WritableUtils.readStringArray(in));
  }

  private List<String> readBack() throws IOException {
    return ScratchFile.read(conf, KEY, ScratchFileTest::read);
  }

  @Test
  void contentComesBack() throws IOException {
    assertEquals(LocalFiles.path(file).toString(), conf.get(KEY));
    assertEquals(WORDS, readBack());
    ScratchFile.write(conf, KEY, LocalFiles.path(file), out -> out.writeInt(0));
    assertEquals(List.of(), readBack(), "what was there is replaced");
  }

  @Test
  void fileOfAnotherLengthIsNamed() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length <= whole.length + 1; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      if (length == whole.length) {
        assertEquals(WORDS, readBack());
        continue;
      }
      String message = assertThrows(IOException.class, this::readBack).getMessage();
      assertTrue(message.contains(KEY), message);
      assertTrue(message.contains(file.toString()), message);
      assertEquals(length < whole.length, message.startsWith("not all of "), message);
    }
  }
}
