// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of a list open files below its root, and no others unless that is allowed. */
class ListConfineTest extends LocalTestBase {
  private static final String CONFINE = "recordio.pack.list.confine";

  private Path root;

  @BeforeEach
  void files() throws Exception {
    root = new Path(testDir(), "root");
    write("root/in.jpg", "IN");
    write("root/sub/in.jpg", "SUB");
    write("out.jpg", "OUT");
    write("rootless/out.jpg", "OUT");
  }

  private Configuration conf(String line, Object... settings) throws Exception {
    Path list = write("t.lst", "1\t0\tin.jpg\n2\t0\t" + line + "\n");
    Configuration conf = conf(settings);
    PackConf.LIST.set(conf, list);
    PackConf.ROOT.set(conf, root);
    PackConf.HEADER.set(conf, "none");
    return conf;
  }

  private void assertRefused(String line) throws Exception {
    var e = assertThrows(MalformedRecordException.class, () -> pack(conf(line)));
    assertHas(e.getMessage(), "t.lst at offset 11, line 2", "below " + root, CONFINE);
    Packed packed = pack(conf(line, PackConf.ON_ERROR, "skip"));
    assertEquals(List.of("IN"), texts(packed));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), "t.lst\t", "line 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../out.jpg",
        "sub/../../out.jpg",
        "../../../../../../../../../../etc/hosts",
        "../rootless/out.jpg",
        "/etc/hosts",
        "//etc/hosts",
        "file:/etc/hosts",
        "file:///etc/hosts",
        "hdfs://example.invalid/a.jpg",
        "nosuch://example.invalid/a.jpg",
      })
  void filesOutsideTheRootAreRejected(String line) throws Exception {
    assertRefused(line);
  }

  @Test
  void absolutePathsBelowTheRootMayNotLeaveIt() throws Exception {
    String folder = root.toUri().getPath();
    assertRefused(folder + "/../out.jpg");
    assertRefused("file:" + folder + "/sub/../../out.jpg");
    assertRefused(folder + "less/out.jpg");
    assertEquals(List.of("IN", "SUB"), texts(pack(conf(folder + "/sub/in.jpg"))));
    assertEquals(List.of("IN", "SUB"), texts(pack(conf("file:" + folder + "/sub/in.jpg"))));
    assertEquals(List.of("IN", "SUB"), texts(pack(conf("sub/../sub/./in.jpg"))));
  }

  @Test
  void rootOfTheFileSystemAllowsAllOfIt() throws Exception {
    Configuration conf = conf("unused");
    PackConf.LIST.set(conf, write("t.lst", "1\t0\t" + local("out.jpg") + "\n"));
    PackConf.ROOT.set(conf, "file:///");
    assertEquals(List.of("OUT"), texts(pack(conf)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file-system", "none"})
  void theKeyAllowsMore(String confine) throws Exception {
    for (String line :
        List.of("../out.jpg", local("out.jpg").toString(), "file:" + local("out.jpg"))) {
      assertEquals(List.of("IN", "OUT"), texts(pack(conf(line, CONFINE, confine))), line);
    }
  }

  @Test
  void theOptionAllowsAllAndTheErrorNamesIt() throws Exception {
    Path list = write("t.lst", "1\t0\t../out.jpg\n2\t0\tfile:" + local("out.jpg") + "\n");
    String line = "pack --header none --list {} --root {} ";
    assertHas(
        run(line + "./refused", list, root).ended(3).err(),
        "t.lst at offset 0, line 1",
        "--allow-outside-root");
    ok(line + "--allow-outside-root ./packed", list, root);
    assertEquals("OUTOUT", run("cat ./packed").out());
  }

  @Test
  void otherFileSystemsNeedThatNothingIsConfined() throws Exception {
    String line = "faulty:" + local("out.jpg");
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> pack(FullDisk.install(conf(line, CONFINE, "file-system"))));
    assertHas(e.getMessage(), "line 2", "file system", CONFINE);
    Packed packed = pack(FullDisk.install(conf(line, CONFINE, "none")));
    assertEquals(List.of("IN", "OUT"), texts(packed));
  }

  @Test
  void linksBelowTheRootAreFollowed() throws Exception {
    Files.createSymbolicLink(local("root/link.jpg"), local("out.jpg"));
    assertEquals(List.of("IN", "OUT"), texts(pack(conf("link.jpg"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "none"})
  void webServersAreNeverAsked(String confine) throws Exception {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(1);
      String line = "http://127.0.0.1:" + server.getLocalPort() + "/a.jpg";
      var e = assertThrows(Exception.class, () -> pack(conf(line, CONFINE, confine)));
      assertHas(e.getMessage(), confine.equals("root") ? "below " : "web server");
      Packed packed = pack(conf(line, CONFINE, confine, PackConf.ON_ERROR, "skip"));
      assertEquals(1, packed.rejects().size());

      Path input = new Path(line);
      e = assertThrows(BadInputException.class, () -> pack(conf(PackConf.HEADER, "none"), input));
      assertHas(e.getMessage(), line, "web server");
      packed = pack(conf(PackConf.ON_ERROR, "skip"), input, new Path(root, "in.jpg"));
      assertEquals(1, packed.payloads().size());
      assertHas(packed.rejects().get(0), line + "\t", "web server");
      assertThrows(SocketTimeoutException.class, server::accept, "it was connected to");
    }
  }
}
