// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.StorageType;

/**
 * Keeps statuses of listed files small: a client holds one for each file of its input. Those of
 * HDFS come with all that is known of each block and its machines, in objects of their own. Only
 * the names of hosts are kept, each once, with offsets and lengths. Statuses of other file systems
 * may have what opens the file, such as its version, and stay as they are.
 */
final class CompactStatus {
  /** By its name: clients of other file systems need no class of HDFS. */
  private static final String OF_HDFS = "org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus";

  private static final String[] NONE = {};

  private final Map<String, String> names = new ConcurrentHashMap<>();

  /** Returns a status with the same file, permissions and hosts. */
  LocatedFileStatus of(LocatedFileStatus listed) throws IOException {
    boolean isPlain = listed.getClass() == LocatedFileStatus.class;
    if (!listed.isFile() || !isPlain && !isOfHdfs(listed)) {
      return listed;
    }
    return new LocatedFileStatus(
        listed.getLen(),
        false,
        listed.getReplication(),
        listed.getBlockSize(),
        listed.getModificationTime(),
        listed.getAccessTime(),
        listed.getPermission(),
        name(listed.getOwner()),
        name(listed.getGroup()),
        null,
        listed.getPath(),
        listed.hasAcl(),
        listed.isEncrypted(),
        listed.isErasureCoded(),
        blocks(listed.getBlockLocations()));
  }

  private static boolean isOfHdfs(LocatedFileStatus listed) {
    return listed.getClass().getName().equals(OF_HDFS);
  }

  private BlockLocation[] blocks(BlockLocation[] listed) throws IOException {
    if (listed == null) {
      return null;
    }
    var blocks = new BlockLocation[listed.length];
    for (int i = 0; i < blocks.length; i++) {
      BlockLocation block = listed[i];
      blocks[i] =
          new BlockLocation(
              NONE,
              names(block.getHosts()),
              names(block.getCachedHosts()),
              NONE,
              NONE,
              StorageType.EMPTY_ARRAY,
              block.getOffset(),
              block.getLength(),
              block.isCorrupt());
    }
    return blocks;
  }

  private String[] names(String[] all) {
    if (all.length == 0) {
      return NONE;
    }
    var own = new String[all.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = name(all[i]);
    }
    return own;
  }

  private String name(String name) {
    String first = names.putIfAbsent(name, name);
    return first == null ? name : first;
  }
}
