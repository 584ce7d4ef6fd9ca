// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublishWayTest {
  private static final String KEY = "recordio.some.key";

  @TempDir java.nio.file.Path folder;

  private final Configuration conf = LocalFiles.checked();

  /** Local files under the scheme of another file system. */
  public static final class Renamed extends RawLocalFileSystem {
    private URI name;

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
      super.initialize(uri, conf);
      name = URI.create(uri.getScheme() + "://" + uri.getAuthority());
    }

    @Override
    public URI getUri() {
      return name == null ? super.getUri() : name;
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
      return name.getScheme().equals("capable")
          ? capability.equals("fs.option.create.conditional.overwrite")
          : super.hasPathCapability(path, capability);
    }
  }

  private Path of(String scheme) {
    conf.setClass("fs." + scheme + ".impl", Renamed.class, FileSystem.class);
    conf.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    return new Path(scheme + "://host" + folder + "/not/yet");
  }

  private String refused(PublishWay way, Path path) {
    return assertThrows(InvalidSettingException.class, () -> way.publisher(conf, path, KEY))
        .getMessage();
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs, RenameIfAbsent",
    "ofs, RenameIfAbsent",
    "abfs, RenameIfAbsent",
    "abfss, RenameIfAbsent",
    "capable, ConditionalCreate"
  })
  void autoPicksWhatTheFileSystemCanDo(String scheme, String publisher) throws IOException {
    Publisher picked = PublishWay.AUTO.publisher(conf, of(scheme), KEY);
    assertEquals(publisher, picked.getClass().getSimpleName());
  }

  @Test
  void localFilesAreLinked() throws IOException {
    Path path = LocalFiles.path(folder);
    assertInstanceOf(LocalLinks.class, PublishWay.AUTO.publisher(conf, path, KEY));
    assertInstanceOf(LocalLinks.class, PublishWay.LINK.publisher(conf, path, KEY));
  }

  @Test
  void viewShowsWhatIsBelow() throws IOException {
    of("hdfs");
    conf.set("fs.viewfs.mounttable.t.link./in", "hdfs://host" + folder);
    conf.set("fs.viewfs.mounttable.t.link./local", folder.toUri().toString());
    Path hdfs = new Path("viewfs://t/in/new/store");
    assertInstanceOf(RenameIfAbsent.class, PublishWay.AUTO.publisher(conf, hdfs, KEY));
    assertTrue(refused(PublishWay.AUTO, new Path("viewfs://t/local/store")).contains(KEY));
  }

  @Test
  void unknownFileSystemNeedsTheKey() throws IOException {
    Path path = of("other");
    String message = refused(PublishWay.AUTO, path);
    assertTrue(message.contains(KEY), message);
    assertInstanceOf(RenameIfAbsent.class, PublishWay.RENAME.publisher(conf, path, KEY));
  }

  @ParameterizedTest
  @CsvSource({"REFUSE, hdfs", "LINK, hdfs", "CONDITIONAL, hdfs", "RENAME, s3a"})
  void wrongWayIsRefused(PublishWay way, String scheme) {
    String message = refused(way, of(scheme));
    assertTrue(
        message.contains(KEY + "=" + way.name().toLowerCase(java.util.Locale.ROOT)), message);
  }

  @Test
  void renamesOfLocalFilesReplaceOthers() {
    assertTrue(refused(PublishWay.RENAME, LocalFiles.path(folder)).contains("may replace"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"__magic/store", "a/__magic_job-17/tasks/store"})
  void folderOfCommittersIsRefused(String path) {
    Path below = new Path(LocalFiles.path(folder), path);
    assertTrue(refused(PublishWay.AUTO, below).contains("__magic"), path);
  }
}
