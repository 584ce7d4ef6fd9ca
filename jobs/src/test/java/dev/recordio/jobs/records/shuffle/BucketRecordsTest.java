// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.shard.CountShardCutter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From records to blocks, and back to records in the order of their positions. */
class BucketRecordsTest {
  private static final int NOTHING = 1;
  private static final int ALL = 1 << 20;

  @TempDir Path temp;

  private final Configuration conf = new Configuration(false);
  private final Random random = new Random(18);

  /** A block and the first position of its bucket. */
  private record Block(long first, byte[] bytes) {}

  /** A record that was put into its place. */
  private record Placed(byte[] bytes, long key) {}

  @BeforeEach
  void setDirectory() {
    conf.set(MRConfig.LOCAL_DIR, temp.toString());
  }

  private byte[] bytes(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private List<byte[]> records(int count, int longest) {
    var records = new ArrayList<byte[]>();
    for (int i = 0; i < count; i++) {
      records.add(bytes(8 + random.nextInt(longest)));
    }
    return records;
  }

  /** Passes records at their positions to a writer of blocks, in another order. */
  private List<Block> blocks(Buckets buckets, List<byte[]> records, boolean keyed, long memory)
      throws IOException, InterruptedException {
    var blocks = new ArrayList<Block>();
    var writer =
        new BlockWriter(
            buckets,
            keyed,
            memory,
            (first, block) -> {
              byte[] copy = Arrays.copyOf(block.getBytes(), block.getLength());
              blocks.add(new Block(first.get(), copy));
            });
    var order = new ArrayList<Integer>();
    for (int i = 0; i < records.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    for (int position : order) {
      byte[] padded = new byte[records.get(position).length + 5];
      System.arraycopy(records.get(position), 0, padded, 3, padded.length - 5);
      writer.add(position, padded, 3, padded.length - 5, ~position);
    }
    writer.flush();
    return blocks;
  }

  /** Returns the records in order, and checks which blocks are in a file. */
  private List<Placed> placed(
      Buckets buckets, int records, List<Block> blocks, boolean keyed, int memory)
      throws IOException {
    var placed = new ArrayList<Placed>();
    BucketRecords.Output output =
        (bytes, from, length, key) ->
            placed.add(new Placed(Arrays.copyOfRange(bytes, from, from + length), key));
    try (var bucket = new BucketRecords(conf, keyed, memory, output)) {
      for (long first = 0; first < records; first = buckets.end(first)) {
        bucket.begin(first, buckets.end(first));
        long kept = 0;
        long spilled = 0;
        for (Block block : blocks) {
          if (block.first == first) {
            int before = placed.size();
            bucket.add(block.bytes.clone(), block.bytes.length);
            if (placed.size() == before) { // else it was written at once
              boolean fits = kept + block.bytes.length <= memory;
              kept += fits ? block.bytes.length : 0;
              spilled += fits ? 0 : block.bytes.length;
            }
          }
          assertEquals(spilled, bucket.spilled());
        }
        bucket.finish();
      }
    }
    assertEquals(List.of(), openFiles());
    return placed;
  }

  /** Returns the files of the test that this process has open; their names are gone already. */
  private List<Path> openFiles() throws IOException {
    var open = new ArrayList<Path>();
    Path descriptors = Path.of("/proc/self/fd");
    if (Files.isDirectory(descriptors)) {
      try (var links = Files.newDirectoryStream(descriptors)) {
        for (Path link : links) {
          if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)) { // else: closed meanwhile
            Path file = Files.readSymbolicLink(link);
            if (file.startsWith(temp)) {
              open.add(file);
            }
          }
        }
      }
    }
    return open;
  }

  private void check(List<byte[]> records, int shards, int shift, boolean keyed, long blockMemory)
      throws IOException, InterruptedException {
    var buckets = new Buckets(new CountShardCutter(records.size(), shards), shift);
    List<Block> blocks = blocks(buckets, records, keyed, blockMemory);
    int longest = blocks.stream().mapToInt(block -> block.bytes.length).max().orElse(0);
    for (int memory : new int[] {ALL, NOTHING, longest}) {
      assertPlaced(records, keyed, placed(buckets, records.size(), blocks, keyed, memory));
    }
  }

  private static void assertPlaced(List<byte[]> records, boolean keyed, List<Placed> placed) {
    assertEquals(records.size(), placed.size());
    for (int i = 0; i < records.size(); i++) {
      assertArrayEquals(records.get(i), placed.get(i).bytes, "record " + i);
      assertEquals(keyed ? ~i : 0, placed.get(i).key);
    }
  }

  @Test
  void recordsOfAllSizesComeBackInTheOrderOfTheirPositions() throws Exception {
    for (int shift : new int[] {0, 1, 4, 9}) {
      check(records(301, 100), 3, shift, true, 60_000);
      check(records(301, 100), 7, shift, false, 60_000);
    }
  }

  @Test
  void recordsLongerThanBlocksAreBlocksOfTheirOwn() throws Exception {
    List<byte[]> records = records(100, 100);
    for (int i : new int[] {0, 17, 50, 99}) {
      records.set(i, bytes(9000 + i));
    }
    check(records, 2, 3, true, 1000);
    check(records, 2, 3, false, 0);
    check(records, 1, 7, true, 64);
  }

  @Test
  void blocksStayWithinTheirBound() throws Exception {
    var buckets = new Buckets(new CountShardCutter(1000, 2), 4);
    List<byte[]> records = records(1000, 60);
    List<Block> blocks = blocks(buckets, records, true, 200L * buckets.count());
    assertTrue(blocks.stream().allMatch(block -> block.bytes.length <= 200));
    assertTrue(blocks.size() < records.size() / 2);
    long bytes = records.stream().mapToLong(record -> record.length + 16).sum();
    assertEquals(bytes, blocks.stream().mapToLong(block -> block.bytes.length).sum());
  }

  @Test
  void aRecordThatComesTwiceOrToAnotherBucketOrNotAtAllIsAnError() throws Exception {
    var buckets = new Buckets(new CountShardCutter(8, 1), 2);
    List<Block> blocks = blocks(buckets, records(8, 10), false, 1000);
    Block block = blocks.stream().filter(one -> one.first == 4).findFirst().orElseThrow();
    for (int memory : new int[] {NOTHING, ALL}) {
      try (var bucket = new BucketRecords(conf, false, memory, (bytes, from, length, key) -> {})) {
        bucket.begin(4, 8);
        assertThrows(IllegalStateException.class, bucket::finish);
        bucket.begin(4, 8);
        bucket.add(block.bytes, block.bytes.length);
        var e =
            assertThrows(
                IllegalStateException.class, () -> bucket.add(block.bytes, block.bytes.length));
        assertTrue(e.getMessage().contains("twice"), e.getMessage());
        bucket.begin(4, 6);
        assertThrows(
            IllegalStateException.class, () -> bucket.add(block.bytes, block.bytes.length));
        bucket.begin(4, 9);
        bucket.add(block.bytes, block.bytes.length);
        e = assertThrows(IllegalStateException.class, bucket::finish);
        assertTrue(e.getMessage().contains("record 8 "), e.getMessage());
      }
    }
  }

  @Test
  void aRecordWrittenAtOnceIsNotAcceptedAgain() throws Exception {
    try (var bucket = new BucketRecords(conf, false, ALL, (bytes, from, length, key) -> {})) {
      byte[] block = new byte[20];
      ShuffleEntry.putHeader(block, 0, 0, 12);
      bucket.begin(0, 2);
      bucket.add(block, 20);
      assertThrows(IllegalStateException.class, () -> bucket.add(block, 20));
    }
  }

  @Test
  void aBlockThatEndsWithinAnEntryIsAnError() throws Exception {
    byte[] block = new byte[50];
    ShuffleEntry.putHeader(block, 0, 1, 12);
    ShuffleEntry.putHeader(block, 20, 2, 22);
    try (var bucket = new BucketRecords(conf, false, ALL, (bytes, from, length, key) -> {})) {
      for (int length = 1; length <= 50; length++) {
        bucket.begin(0, 3);
        int count = length;
        if (length == 20 || length == 50) {
          bucket.add(block, count);
        } else {
          assertThrows(IllegalStateException.class, () -> bucket.add(block, count), "" + count);
        }
      }
      ShuffleEntry.putHeader(block, 20, 2, -1);
      bucket.begin(0, 3);
      assertThrows(IllegalStateException.class, () -> bucket.add(block, 50));
    }
  }
}
