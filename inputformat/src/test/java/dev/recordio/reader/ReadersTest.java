// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
  private final Configuration conf = new Configuration();
  @TempDir Path dir;

  @Test
  void aTextIsReadInFileOrder() throws IOException {
    Path file = dir.resolve("a.libsvm");
    java.nio.file.Files.writeString(file, "1 0:1\n2 3:4\n3 1:1\n");
    assertEquals(List.of("0 0 0", "1 1 6", "2 2 12"), places("libsvm:" + file));
    assertEquals(List.of("0 0 0", "1 1 6", "2 2 12"), places(file.toString()));
  }

  private List<String> places(String spec) throws IOException {
    var places = new ArrayList<String>();
    try (Reader<? extends Placed> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Placed item = reader.get();
        places.add(item.position() + " " + item.ordinal() + " " + item.fileOffset());
      }
    }
    return places;
  }
}
