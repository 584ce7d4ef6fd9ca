// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.layout.ChunkList;
import dev.recordio.store.layout.StoredWord;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The chunks that the tables of a generation name, and what is live in them, by a pass over these
 * tables; no values are read. Memory: an entry a chunk.
 */
public final class LiveChunks {
  /** A chunk. */
  public static final class Use {
    private final String chunk;
    private final int group;
    private final long length;
    private long liveBytes;
    private long liveValues;

    private Use(String chunk, int group, long length) {
      this.chunk = chunk;
      this.group = group;
      this.length = length;
    }

    /** Returns the chunk's name. */
    public String chunk() {
      return chunk;
    }

    /** Returns the number of the group of fields whose values it has. */
    public int group() {
      return group;
    }

    public long length() {
      return length;
    }

    /** Returns the bytes of its values, live or not, checksums included. */
    public long storedBytes() {
      return length - ChunkLayout.HEADER_BYTES - ChunkLayout.FOOTER_BYTES;
    }

    /** Returns the bytes of its live values, checksums included. */
    public long liveBytes() {
      return liveBytes;
    }

    public long liveValues() {
      return liveValues;
    }
  }

  private final Map<String, Use> chunks = new TreeMap<>();

  private LiveChunks() {}

  /** Makes the pass. */
  public static LiveChunks of(StoreTables tables, Manifest manifest) throws IOException {
    LiveChunks chunks = named(tables, manifest);
    for (GroupEntry group : manifest.groups()) {
      List<FieldEntry> fields = manifest.fieldsOf(group.number());
      if (fields.isEmpty()) {
        continue;
      }
      try (var scan = new GroupScan(tables, manifest, fields, 0, manifest.length())) {
        while (scan.next()) {
          for (int field = 0; field < fields.size(); field++) {
            chunks.add(tables, scan, field);
          }
        }
      }
    }
    return chunks;
  }

  /** Finds the chunks by the descriptions of tables alone: nothing is known to be live in them. */
  public static LiveChunks named(StoreTables tables, Manifest manifest) throws IOException {
    var chunks = new LiveChunks();
    try (var reader = new TableReader(tables)) {
      for (GroupEntry group : manifest.groups()) {
        for (GroupPieces.Piece piece : new GroupPieces(reader, group.rows()).all()) {
          if (piece.chunk() != null) {
            chunks.add(piece.chunk(), group.number(), piece.chunkBytes());
          }
        }
      }
      for (FieldEntry field : manifest.fields()) {
        for (DeltaRef delta : field.deltas()) {
          ChunkList list = reader.open(delta).meta().chunks();
          for (int i = 0; i < list.size(); i++) {
            chunks.add(list.name(i), field.group(), list.length(i));
          }
        }
      }
    }
    return chunks;
  }

  private void add(String chunk, int group, long length) {
    chunks.computeIfAbsent(chunk, name -> new Use(name, group, length));
  }

  private void add(StoreTables tables, GroupScan scan, int field) {
    Places places = scan.places(field);
    int number = ChunkList.NONE;
    Use use = null;
    for (int i = 0; i < scan.count(); i++) {
      int word = scan.word(field, i);
      if (!StoredWord.isAbsent(word)) {
        if (places.chunk(i) != number) {
          number = places.chunk(i);
          use = chunks.get(tables.chunkName(number));
        }
        use.liveBytes += StoredWord.space(word);
        use.liveValues++;
      }
    }
  }

  /** Returns the chunks, by their names. */
  public Collection<Use> all() {
    return chunks.values();
  }

  /** Returns a chunk; null when no table names it. */
  public Use get(String chunk) {
    return chunks.get(chunk);
  }

  /** Returns the bytes of all values in the chunks, live or not, checksums included. */
  public long storedBytes() {
    return chunks.values().stream().mapToLong(Use::storedBytes).sum();
  }

  /** Returns the bytes of all live values, checksums included. */
  public long liveBytes() {
    return chunks.values().stream().mapToLong(Use::liveBytes).sum();
  }
}
