// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Local folders with what the commands read, one for each {@link FaultedJob.Input}. */
public final class FaultInputs {
  private static final int FILES = 120;
  private static final int FILE_BYTES = 3000;
  private static final int TEXT_BYTES = 180_000;

  private FaultInputs() {}

  /** Writes the folders below a folder that exists. */
  public static void write(Path folder) throws IOException {
    var random = new Random(20);
    Path files = Files.createDirectory(folder.resolve(FaultedJob.Input.FILES.folder()));
    for (int i = 0; i < FILES; i++) {
      byte[] bytes = new byte[FILE_BYTES + random.nextInt(FILE_BYTES)];
      random.nextBytes(bytes);
      Files.write(files.resolve(String.format("%03d.bin", i)), bytes);
    }
    Path indexed = folder.resolve(FaultedJob.Input.INDEXED.folder());
    Recordio packed =
        Recordio.run(
            LocalJobs.conf(),
            "pack",
            "--header",
            "none",
            "--shards",
            "3",
            files.toString(),
            indexed.toString());
    assertEquals(0, packed.code(), packed.err());
    Path records = Files.createDirectory(folder.resolve(FaultedJob.Input.RECORDS.folder()));
    try (DirectoryStream<Path> shards = Files.newDirectoryStream(indexed, "part-*.rec")) {
      for (Path shard : shards) {
        Files.copy(shard, records.resolve(shard.getFileName()));
      }
    }
    Path text = Files.createDirectory(folder.resolve(FaultedJob.Input.TEXT.folder()));
    for (String name : new String[] {"agaricus.txt.test", "agaricus.txt.train"}) {
      try (InputStream in = FaultInputs.class.getResourceAsStream("/fixtures/libsvm/" + name)) {
        String rows = new String(in.readNBytes(TEXT_BYTES), StandardCharsets.UTF_8);
        Files.writeString(text.resolve(name), rows.substring(0, rows.lastIndexOf('\n') + 1));
      }
    }
  }
}
