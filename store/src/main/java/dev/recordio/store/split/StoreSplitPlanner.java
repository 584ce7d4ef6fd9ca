// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.split;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.fs.input.HostBytes;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.IdRanges.Range;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.read.GroupPieces;
import dev.recordio.store.read.GroupPieces.Piece;
import dev.recordio.store.read.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Cuts a snapshot into splits of consecutive ids: by the chunks of the requested group of fields
 * that has the most bytes, small ones of them together, large ones cut by records. It reads the
 * manifest and the descriptions of that store's row tables, and no record. Memory: grows with the
 * number of chunks.
 */
public final class StoreSplitPlanner {
  private static final double SLOP = 1.1;

  /**
   * A split, and where it is best read.
   *
   * @param split what is read
   * @param hosts the three hosts that have the most of its bytes
   */
  public record Placed(PlannedSplit split, String[] hosts) {}

  private final Configuration conf;
  private final Snapshot snapshot;
  private final IdRanges wanted;
  private final List<Piece> segments = new ArrayList<>(); // with wanted ids
  private final long bytes;

  /**
   * Prepares for the snapshot, fields and ids that {@code recordio.store.*} specify.
   *
   * @throws InvalidSettingException when there is no such field or id
   */
  public StoreSplitPlanner(Configuration conf, Path store) throws IOException {
    this(conf, Store.open(conf, store).configured(), fields(conf), StoreConf.IDS.get(conf));
  }

  /**
   * Prepares for a snapshot.
   *
   * @param fields the names of the fields; null: all
   * @param ids as {@code recordio.store.ids}
   * @throws InvalidSettingException when there is no such field or id
   */
  public StoreSplitPlanner(Configuration conf, Snapshot snapshot, List<String> fields, String ids)
      throws IOException {
    this.conf = conf;
    this.snapshot = snapshot;
    wanted = IdRanges.parse(ids, snapshot.length());
    List<FieldEntry> entries =
        fields == null
            ? snapshot.manifest().fields()
            : fields.stream().map(snapshot.manifest()::field).toList();
    long all = 0;
    for (Piece segment : segments(snapshot, entries)) {
      long records = wanted.within(segment.from(), segment.to()).count();
      if (records > 0) {
        segments.add(segment);
        all += segment.cost(records);
      }
    }
    bytes = all;
  }

  /**
   * Returns the segments of the group with the most bytes that has one of the fields: ascending,
   * and together all ids.
   */
  private static List<Piece> segments(Snapshot snapshot, List<FieldEntry> fields)
      throws IOException {
    Manifest manifest = snapshot.manifest();
    Set<Integer> groups = fields.stream().map(FieldEntry::group).collect(Collectors.toSet());
    List<Piece> widest = List.of();
    long most = 0;
    try (var reader = new TableReader(snapshot.tables())) {
      for (GroupEntry group : manifest.groups()) {
        if (groups.contains(group.number())) {
          List<Piece> segments = new GroupPieces(reader, group.rows()).all();
          long bytes = segments.stream().mapToLong(Piece::bytes).sum();
          if (bytes > most) {
            most = bytes;
            widest = segments;
          }
        }
      }
    }
    return withGaps(widest, manifest.length());
  }

  private static List<Piece> withGaps(List<Piece> segments, long length) {
    var all = new ArrayList<Piece>();
    long next = 0;
    for (Piece segment : segments) {
      if (segment.from() > next) {
        all.add(Piece.withoutValues(next, segment.from()));
      }
      all.add(segment);
      next = segment.to();
    }
    if (next < length) {
      all.add(Piece.withoutValues(next, length));
    }
    return all;
  }

  /** Returns the fields that {@code recordio.store.fields} specifies; null: all. */
  public static List<String> fields(Configuration conf) {
    String text = StoreConf.FIELDS.get(conf);
    return text.isBlank() ? null : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
  }

  /** Returns the bytes of all records, about. */
  public long bytes() {
    return bytes;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Returns the splits, by ascending ids.
   *
   * @param minSize the least bytes of a split
   * @param maxSize the most bytes of a split: a chunk at most
   */
  public List<Placed> plan(long minSize, long maxSize) throws IOException {
    long size = Math.max(Math.max(1, minSize), Math.min(maxSize, snapshot.manifest().chunkBytes()));
    var hosts = new ChunkHosts(conf, segments, snapshot.tables().chunkPaths());
    var splits = new ArrayList<Placed>();
    var open = new OpenSplit();
    for (Piece segment : segments) {
      IdRanges ids = wanted.within(segment.from(), segment.to());
      long cost = segment.cost(ids.count());
      if (open.bytes > 0 && open.bytes + cost > size * SLOP) {
        splits.add(open.close());
      }
      long pieces = cost > size * SLOP ? (cost + size - 1) / size : 1;
      List<IdRanges> cut =
          pieces == 1 ? List.of(ids) : ids.cut((ids.count() + pieces - 1) / pieces);
      for (int i = 0; i < cut.size(); i++) {
        if (i > 0) {
          splits.add(open.close());
        }
        open.add(segment, cut.get(i), hosts);
      }
    }
    if (open.bytes > 0) {
      splits.add(open.close());
    }
    return splits;
  }

  /** The split that segments are added to. */
  private final class OpenSplit {
    private List<Range> ids = new ArrayList<>();
    private HostBytes hosts = new HostBytes();
    private long start;
    private long bytes;

    void add(Piece segment, IdRanges of, ChunkHosts blocks) throws IOException {
      ids.addAll(of.ranges());
      bytes += segment.cost(of.count());
      if (segment.hasValues()) {
        long from = segment.offsetOf(of.ranges().get(0).from());
        long to = segment.offsetOf(of.ranges().get(of.ranges().size() - 1).to());
        hosts.add(blocks.of(segment), from, to);
      }
    }

    Placed close() {
      var split = new PlannedSplit(snapshot.generation(), new IdRanges(ids), start, bytes);
      var placed = new Placed(split, hosts.best());
      start += bytes;
      bytes = 0;
      ids = new ArrayList<>();
      hosts = new HostBytes();
      return placed;
    }
  }

  /** Where the blocks of chunks are: a request a chunk, several at a time. */
  private static final class ChunkHosts {
    private final Map<Integer, BlockLocation[]> blocks = new HashMap<>();

    /**
     * Asks for the blocks.
     *
     * @param segments with the chunks
     * @param paths the chunks by their numbers
     */
    ChunkHosts(Configuration conf, List<Piece> segments, List<Path> paths) throws IOException {
      List<Piece> chunks = firstOfEach(segments);
      BlockLocation[][] found = new BlockLocation[chunks.size()][];
      try (var threads = new WorkerThreads(RecordIOConf.GATHER_THREADS.getInt(conf))) {
        threads.run(
            found.length,
            (i, worker) -> {
              Path path = paths.get(chunks.get(i).number());
              FileSystem fs = path.getFileSystem(conf);
              long length = chunks.get(i).chunkBytes();
              // The tables know the length, so that the file's status is not asked for.
              var file = new FileStatus(length, false, 1, fs.getDefaultBlockSize(path), 0, path);
              found[i] = fs.getFileBlockLocations(file, 0, length);
            });
      }
      for (int i = 0; i < found.length; i++) {
        blocks.put(chunks.get(i).number(), found[i] == null ? new BlockLocation[0] : found[i]);
      }
    }

    private static List<Piece> firstOfEach(List<Piece> segments) {
      var byChunk = new HashMap<Integer, Piece>();
      for (Piece segment : segments) {
        if (segment.hasValues()) {
          byChunk.putIfAbsent(segment.number(), segment);
        }
      }
      return List.copyOf(byChunk.values());
    }

    /** Returns the blocks of a segment's chunk. */
    BlockLocation[] of(Piece segment) {
      return blocks.get(segment.number());
    }
  }
}
