// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.test.GenericTestUtils;

/** Damage and failures on demand on the shared HDFS: replicas, file ends, DataNodes. */
public final class HdfsFaults {
  private static final int START_ATTEMPTS = 3;
  private static final int POLL_MILLIS = 20;
  private static final int START_SECONDS = 20;

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fs;

  HdfsFaults(MiniDFSCluster cluster, DistributedFileSystem fs) {
    this.cluster = cluster;
    this.fs = fs;
  }

  /**
   * Inverts the byte at {@code offset} of the file in one replica on disk, leaving its checksum and
   * all other replicas unchanged. Which replica a reader opens is up to HDFS; use {@link
   * #corruptReplicaUnder} or, with many blocks, {@link #corruptReplicasOn} to be sure that one is
   * read. A stream gives up a DataNode after its first bad replica, so damage on all DataNodes that
   * hold a file fails a stream even if each block has a good replica left.
   */
  public void corruptReplica(Path file, long offset) throws IOException {
    LocatedBlock block = blockAt(file, offset);
    invert(block, block.getLocations()[0], offset);
  }

  /**
   * Inverts the first byte of every replica of the file that DataNode {@code index} holds, as a bad
   * disk would, and returns how many. With three replicas that is one in each block.
   */
  public int corruptReplicasOn(int index, Path file) throws IOException {
    String uuid = cluster.getDataNodes().get(index).getDatanodeUuid();
    int damaged = 0;
    for (LocatedBlock block : blocks(file, 0, fs.getFileStatus(file).getLen())) {
      for (DatanodeInfo node : block.getLocations()) {
        if (node.getDatanodeUuid().equals(uuid)) {
          invert(block, node, block.getStartOffset());
          damaged++;
        }
      }
    }
    return damaged;
  }

  /**
   * Inverts the byte at {@code offset} in the very replica that this open stream will read it from,
   * provided the stream has not read that block.
   */
  public void corruptReplicaUnder(FSDataInputStream in, long offset) throws IOException {
    LocatedBlock block = blockUnder(in, offset);
    invert(block, block.getLocations()[0], offset);
  }

  /** The block of an open stream with the byte at {@code offset}: it reads the first location. */
  private static LocatedBlock blockUnder(FSDataInputStream in, long offset) throws IOException {
    for (LocatedBlock block : ((HdfsDataInputStream) in).getAllBlocks()) {
      if (contains(block, offset)) {
        return block;
      }
    }
    throw new IllegalArgumentException("no block at offset " + offset);
  }

  /** Number of replicas of the file's blocks that readers have reported as corrupt so far. */
  public int reportedCorruptReplicas(Path file) throws IOException {
    var manager = cluster.getNamesystem().getBlockManager();
    int reported = 0;
    for (LocatedBlock block : blocks(file, 0, fs.getFileStatus(file).getLen())) {
      reported += manager.numCorruptReplicas(block.getBlock().getLocalBlock());
    }
    return reported;
  }

  /** Cuts the file to {@code length} bytes and returns when it is closed again. */
  public void truncate(Path file, long length) throws IOException {
    if (fs.truncate(file, length)) {
      return;
    }
    // Inside a block, a DataNode cuts the replicas; its next heartbeats carry command and response.
    for (int beats = 0; !fs.isFileClosed(file); beats++) {
      if (beats == 100) {
        throw new IOException(file + " is still open " + beats + " heartbeats after truncation");
      }
      cluster.triggerHeartbeats();
    }
  }

  /** Stops the DataNode that this stream last read from; closing the result starts it again. */
  public StoppedDataNode stopDataNodeServing(FSDataInputStream in) throws IOException {
    return stopDataNode(indexOf(((HdfsDataInputStream) in).getCurrentDatanode()));
  }

  /**
   * Stops the DataNode that this open stream will read the byte at {@code offset} from, provided
   * the stream has not read that block.
   */
  public StoppedDataNode stopDataNodeUnder(FSDataInputStream in, long offset) throws IOException {
    return stopDataNode(indexOf(blockUnder(in, offset).getLocations()[0]));
  }

  /** Stops the first DataNode of the pipeline that this open stream writes to. */
  public StoppedDataNode stopDataNodeUnder(FSDataOutputStream out) throws IOException {
    out.hflush(); // so that there is a pipeline
    return stopDataNode(indexOf(((DFSOutputStream) out.getWrappedStream()).getPipeline()[0]));
  }

  /**
   * Inverts the first byte of every replica of the file on the DataNode that this open stream will
   * read the file's first byte from; returns how many.
   */
  public int corruptReplicasUnder(FSDataInputStream in, Path file) throws IOException {
    return corruptReplicasOn(indexOf(blockUnder(in, 0).getLocations()[0]), file);
  }

  /**
   * Stops DataNode {@code index}, 0 to {@link MiniDfs#DATA_NODES} - 1; closing the result starts it
   * again, as the last of the list. The NameNode does not know and continues to offer its replicas
   * to readers.
   */
  public StoppedDataNode stopDataNode(int index) {
    return new StoppedDataNode(cluster.stopDataNode(index));
  }

  private LocatedBlock blockAt(Path file, long offset) throws IOException {
    return blocks(file, offset, 1).get(0);
  }

  private List<LocatedBlock> blocks(Path file, long offset, long length) throws IOException {
    return fs.getClient()
        .getLocatedBlocks(fs.makeQualified(file).toUri().getPath(), offset, length)
        .getLocatedBlocks();
  }

  private static boolean contains(LocatedBlock block, long offset) {
    return offset >= block.getStartOffset()
        && offset < block.getStartOffset() + block.getBlockSize();
  }

  private void invert(LocatedBlock located, DatanodeInfo node, long offset) throws IOException {
    ExtendedBlock block = located.getBlock();
    File replica = replica(cluster.getDataNodes().get(indexOf(node)), block);
    try (RandomAccessFile file = new RandomAccessFile(replica, "rw")) {
      long position = offset - located.getStartOffset();
      file.seek(position);
      int old = file.readUnsignedByte();
      file.seek(position);
      file.write(~old);
    }
  }

  /** The file of a block on a DataNode; MiniDFSCluster's own look-up fails after restarts. */
  private static File replica(DataNode node, ExtendedBlock block) throws IOException {
    try (FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        File file = MiniDFSCluster.getBlockFile(new File(volume.getBaseURI()), block);
        if (file != null && file.exists()) {
          return file;
        }
      }
    }
    throw new IOException("DataNode " + node + " holds no file for " + block);
  }

  private int indexOf(DatanodeInfo node) {
    var nodes = cluster.getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(node.getDatanodeUuid())) {
        return i;
      }
    }
    throw new IllegalArgumentException("not a running DataNode: " + node);
  }

  /** A DataNode that is down until this is closed. */
  public final class StoppedDataNode implements Closeable {
    private final DataNodeProperties node;

    private StoppedDataNode(DataNodeProperties node) {
      this.node = node;
    }

    /**
     * Starts the DataNode on its old port and returns when it serves its blocks again. Sometimes a
     * recently stopped DataNode fails to register, and would never come back: it is started again
     * then.
     */
    @Override
    public void close() throws IOException {
      DataNodeProperties down = node;
      for (int attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
        if (!cluster.restartDataNode(down, true)) {
          throw new IOException("cannot restart a stopped DataNode");
        }
        int last = cluster.getDataNodes().size() - 1;
        if (isServing(cluster.getDataNodes().get(last))) {
          return;
        }
        down = cluster.stopDataNode(last);
      }
      throw new IOException("a stopped DataNode did not come back");
    }

    /** Whether the DataNode is up and registered with the NameNode within the time limit. */
    private boolean isServing(DataNode started) throws IOException {
      var active = new FutureTask<Void>(() -> waitActive(started));
      var waiting = new Thread(active, "wait-for-datanode");
      waiting.setDaemon(true); // MiniDFSCluster's own waiting has no timeout and can't be stopped
      waiting.start();
      try {
        active.get(START_SECONDS, SECONDS);
        return true;
      } catch (TimeoutException e) {
        return false; // the caller tries again
      } catch (ExecutionException e) {
        throw new IOException("a stopped DataNode did not come back", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a DataNode started", e);
      }
    }

    private Void waitActive(DataNode started) throws Exception {
      GenericTestUtils.waitFor(
          started::isDatanodeFullyStarted, POLL_MILLIS, (int) SECONDS.toMillis(START_SECONDS * 2));
      cluster.waitActive();
      return null;
    }
  }
}
