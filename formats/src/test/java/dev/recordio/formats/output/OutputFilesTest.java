// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks write of their shards, and what the commit knows of them. */
class OutputFilesTest {
  @TempDir java.nio.file.Path temp;

  private final Configuration conf = new Configuration();
  private FileSystem fs;
  private Path work;
  private Path tasks;

  @BeforeEach
  void open() throws IOException {
    work = new Path(LocalFiles.path(temp), "work");
    tasks = new Path(LocalFiles.path(temp), "tasks");
    fs = work.getFileSystem(conf);
    fs.mkdirs(tasks);
  }

  private ShardFiles shard(int number) throws IOException {
    return new ShardFiles(
        conf, work, new Path(tasks, "task" + number), number, 1, () -> {}, () -> null);
  }

  private static void write(OutputStream out, int bytes) throws IOException {
    try (out) {
      out.write(new byte[bytes]);
    }
  }

  private OutputFiles files(WrittenShard... shards) {
    var files = new OutputFiles(fs, tasks, List.of(shards));
    files.in(fs, work);
    return files;
  }

  @Test
  void filesInFoldersAreRemovedByTheirFolder() throws IOException {
    var written = new WrittenShard[3];
    for (int i = 2; i >= 0; i--) {
      ShardFiles shard = shard(i);
      write(shard.createIn("cats", i + ".jpg", 10), 10);
      write(shard.createIn("dogs" + i, i + ".jpg", 20), 20);
      if (i < 2) {
        write(shard.createResult(".lst"), 7 + i);
      }
      written[i] = shard.written(2);
    }
    OutputFiles files = files(written);
    write(files.create("records.lst"), 1);
    assertEquals(List.of("cats", "dogs0", "dogs1", "dogs2", "records.lst"), files.names());
    assertEquals(List.of(0, 1, 2), files.shards().stream().map(WrittenShard::shard).toList());
    assertNull(files.shards().get(0).file());
    assertEquals(30, files.shards().get(0).bytes());
    try (var list = files.result(written[1], ".lst")) {
      assertEquals(8, list.readAllBytes().length);
    }
    assertThrows(FileNotFoundException.class, () -> files.result(written[2], ".lst"));
    assertThrows(FileNotFoundException.class, () -> files.result(written[0], ".idx"));
    assertEquals(10, Files.size(temp.resolve("work/cats/1.jpg")));
  }

  @Test
  void theFirstFileOfAShardIsItsMainFile() throws IOException {
    ShardFiles shard = shard(0);
    write(shard.create(".tar"), 100);
    write(shard.create(".idx"), 5);
    OutputFiles files = files(shard.written(3));
    assertEquals(
        List.of(new WrittenShard(0, "part-00000.tar", 3, 100, files.names())), files.shards());
    assertEquals(List.of("part-00000.tar", "part-00000.idx"), files.names());
  }
}
