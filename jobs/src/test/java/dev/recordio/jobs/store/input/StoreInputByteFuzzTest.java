// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.io.TempDir;

/** Arrays, and folders of zrecord, that stores are made of. */
class StoreInputByteFuzzTest extends ByteFuzzTest {
  private static final Path ZRECORD = Path.of("src/test/resources/formats/zrecord/chunk-first");

  @TempDir Path folder;
  private Configuration conf;

  @Override
  protected List<ByteTarget> targets() throws IOException {
    conf = LocalJobs.conf(folder);
    return List.of(
        ByteTarget.ofFile("npy-file", 5_000, folder.resolve("a.npy"), this::npy)
            .refuses(BadInputException.class),
        ByteTarget.ofFile("npz-file", 5_000, folder.resolve("a.npz"), this::npz)
            .refuses(BadInputException.class),
        zrecord("zrecord-meta", "meta.json"),
        zrecord("zrecord-offsets", "tokens.offset"),
        zrecord("zrecord-chunk", "chunk/0.zr"));
  }

  private FileStatus status(org.apache.hadoop.fs.Path file) throws IOException {
    return file.getFileSystem(conf).getFileStatus(file);
  }

  private void npy(org.apache.hadoop.fs.Path file) throws IOException {
    ArrayFile.ofNpy(conf, status(file)).header().toString();
  }

  private void npz(org.apache.hadoop.fs.Path file) throws IOException {
    FileStatus status = status(file);
    ArrayFile array = ArrayFile.ofNpz(conf, status, "label");
    try (InputStream in = new MemberStream(conf, status, array.member())) {
      in.skipNBytes(array.member().size());
    }
  }

  /** Returns a target that changes one file of a folder, of which all values are read. */
  private ByteTarget zrecord(String name, String file) throws IOException {
    Path copy = Files.createDirectories(folder.resolve(name));
    try (Stream<Path> all = Files.walk(ZRECORD)) {
      for (Path from : (Iterable<Path>) all::iterator) {
        if (Files.isRegularFile(from)) {
          Path to = copy.resolve(ZRECORD.relativize(from).toString());
          Files.createDirectories(to.getParent());
          Files.copy(from, to);
        }
      }
    }
    var path = new org.apache.hadoop.fs.Path(copy.toUri());
    return ByteTarget.ofFile(
            name,
            5_000,
            copy.resolve(file),
            changed -> new Zrecord(conf, path, false, true).fields())
        .refuses(FileNotFoundException.class) // a field of another name
        .refuses(BadInputException.class);
  }
}
