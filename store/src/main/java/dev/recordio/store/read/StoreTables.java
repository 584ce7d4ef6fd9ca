// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.DeltaMeta;
import dev.recordio.store.layout.RowsMeta;
import dev.recordio.store.layout.TableLayout;
import dev.recordio.store.layout.TableMeta;
import dev.recordio.store.layout.TableMeta.Block;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.manifest.StorePaths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The tables of a record store that have been opened, and blocks of them: shared by all its
 * snapshots, since tables never change. Memory: {@code recordio.store.table-cache}, and the
 * descriptions, which grow with the number of chunks. For use by several threads.
 */
public final class StoreTables {
  private final Configuration conf;
  private final StorePaths paths;
  private final BlockCache cache;
  private final List<Path> chunkPaths = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> chunkLengths = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> chunkNumbers = new HashMap<>();
  private final List<Path> tablePaths = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> tableNumbers = new HashMap<>();
  private final Map<Integer, OpenTable> tables = new HashMap<>();

  /** Creates the object; opens nothing yet. */
  public StoreTables(Configuration conf, StorePaths paths) {
    this.conf = conf;
    this.paths = paths;
    cache = new BlockCache(StoreConf.TABLE_CACHE.getLong(conf));
  }

  public Configuration conf() {
    return conf;
  }

  /** Returns where the store's files are. */
  public StorePaths paths() {
    return paths;
  }

  /** Returns the chunks by their numbers; the list grows. */
  public List<Path> chunkPaths() {
    return chunkPaths;
  }

  public String chunkName(int number) {
    String file = chunkPaths.get(number).getName();
    return file.substring(0, file.length() - StorePaths.CHUNK_SUFFIX.length());
  }

  List<Path> tablePaths() {
    return tablePaths;
  }

  BlockCache cache() {
    return cache;
  }

  /** Returns the number, in a list of chunks, of one known here by its own number. */
  public int number(ChunkList in, int chunk) {
    int number = in.number(chunkName(chunk));
    in.setLength(number, chunkLengths.get(chunk));
    return number;
  }

  /** Returns the numbers of the chunks of a table. */
  synchronized int[] numbers(ChunkList chunks) {
    int[] numbers = new int[chunks.size()];
    for (int i = 0; i < numbers.length; i++) {
      String name = chunks.name(i);
      Integer known = chunkNumbers.get(name);
      if (known == null) {
        known = chunkPaths.size();
        chunkPaths.add(paths.chunk(name));
        chunkLengths.add(chunks.length(i));
        chunkNumbers.put(name, known);
      }
      numbers[i] = known;
    }
    return numbers;
  }

  synchronized int number(String file) {
    Integer known = tableNumbers.get(file);
    if (known == null) {
      known = tablePaths.size();
      tablePaths.add(paths.table(file));
      tableNumbers.put(file, known);
    }
    return known;
  }

  /** Returns an opened table; null when it is not open yet. */
  synchronized OpenTable get(int number) {
    return tables.get(number);
  }

  synchronized void put(OpenTable table) {
    tables.put(table.number(), table);
  }

  /**
   * A table whose description has been read.
   *
   * @param number its number among the opened ones
   * @param path its file
   * @param kind its kind
   * @param footer what its footer says
   * @param meta the description
   * @param chunks the numbers, in {@link StoreTables}, of its chunks
   */
  public record OpenTable(
      int number,
      Path path,
      TableLayout.Kind kind,
      TableLayout.Footer footer,
      TableMeta meta,
      int[] chunks) {
    /**
     * Returns the description of a row table.
     *
     * @throws MalformedRecordException when it is another table, or lacks records that the manifest
     *     names
     */
    RowsMeta require(RowsRef ref) throws MalformedRecordException {
      if (rows() == null || rows().count() < ref.skip() + ref.count()) {
        throw wrong(
            "wrong table",
            8,
            "a row table of at least " + (ref.skip() + ref.count()) + " records",
            rows() == null ? kind.name() : rows().count() + " records");
      }
      return rows();
    }

    /** Returns an error about the table's file. */
    MalformedRecordException wrong(String what, long offset, String expected, String found) {
      return new MalformedRecordException(what, path.toString(), offset, -1, expected, found);
    }

    /** Returns the description of a row table; null of another one. */
    public RowsMeta rows() {
      return meta instanceof RowsMeta rows ? rows : null;
    }

    /** Returns the description of a delta table, or one of deleted ids; null of another one. */
    public DeltaMeta delta() {
      return meta instanceof DeltaMeta delta ? delta : null;
    }
  }

  /** Blocks of tables, those used last, up to a number of bytes. For use by several threads. */
  static final class BlockCache {
    private static final int BLOCK_BITS = 34;

    private final Map<Long, Block> blocks = new LinkedHashMap<>(256, 0.75f, true);
    private final long limit;
    private long weight;

    BlockCache(long limit) {
      this.limit = limit;
    }

    private static long key(int table, long block) {
      return (long) table << BLOCK_BITS | block;
    }

    /** Returns a block; null when it is not there. */
    synchronized Block get(int table, long block) {
      return blocks.get(key(table, block));
    }

    synchronized void put(int table, long block, Block value) {
      Block old = blocks.put(key(table, block), value);
      weight += value.weight() - (old == null ? 0 : old.weight());
      Iterator<Block> eldest = blocks.values().iterator();
      while (weight > limit && blocks.size() > 1) {
        weight -= eldest.next().weight();
        eldest.remove();
      }
    }
  }
}
