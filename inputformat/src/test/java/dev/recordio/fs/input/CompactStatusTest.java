// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.Test;

/** Many statuses share the names of hosts, and have what planning and opening need. */
class CompactStatusTest {
  private final CompactStatus compact = new CompactStatus();

  @Test
  void hostsAreOneObjectInAllStatuses() throws Exception {
    LocatedFileStatus a = compact.of(new LocatedFileStatus(file("a"), blocks()));
    LocatedFileStatus b = compact.of(new LocatedFileStatus(file("b"), blocks()));
    String[] hosts = a.getBlockLocations()[1].getHosts();
    assertArrayEquals(new String[] {"node-1", "node-2"}, hosts);
    assertSame(hosts[1], b.getBlockLocations()[0].getHosts()[1]);
    assertEquals(8, a.getBlockLocations()[1].getOffset());
    assertEquals(4, a.getBlockLocations()[1].getLength());
    assertArrayEquals(new String[] {"node-2"}, a.getBlockLocations()[1].getCachedHosts(), "cached");
    assertEquals(file("a"), a);
    assertEquals(12, a.getLen());
    assertEquals(5, a.getModificationTime());
    assertEquals(8, a.getBlockSize());
  }

  @Test
  void statusOfHdfsKeepsNoBlocksOfItsOwn() throws Exception {
    HdfsFileStatus status =
        new HdfsFileStatus.Builder()
            .length(12)
            .mtime(5)
            .blocksize(8)
            .replication(2)
            .owner("user")
            .group("group")
            .path("a".getBytes())
            .locations(new LocatedBlocks(12, false, List.of(), null, true, null, null))
            .build();
    LocatedFileStatus listed =
        ((HdfsLocatedFileStatus) status)
            .makeQualifiedLocated(URI.create("hdfs://cluster/"), new Path("/in"));
    LocatedFileStatus kept = compact.of(listed);
    assertSame(LocatedFileStatus.class, kept.getClass());
    assertEquals(new Path("hdfs://cluster/in/a"), kept.getPath());
    assertEquals(listed.getPermission(), kept.getPermission());
    assertEquals("user", kept.getOwner());
    assertEquals(12, kept.getLen());
    assertEquals(5, kept.getModificationTime());
  }

  @Test
  void statusesWithMoreStayAsTheyAre() throws Exception {
    var versioned = new LocatedFileStatus(file("a"), blocks()) {};
    assertSame(versioned, compact.of(versioned));
  }

  private static FileStatus file(String name) {
    return new FileStatus(12, false, 2, 8, 5, new Path("hdfs://cluster/in/" + name));
  }

  private static BlockLocation[] blocks() {
    return new BlockLocation[] {block(0, 8), block(8, 4)};
  }

  private static BlockLocation block(long offset, long length) {
    String[] names = {"10.0.0.1:9866", "10.0.0.2:9866"};
    String[] hosts = {new String("node-1"), new String("node-2")};
    return new BlockLocation(
        names, hosts, new String[] {"node-2"}, new String[0], offset, length, false);
  }
}
