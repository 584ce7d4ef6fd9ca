// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which parts a rebalance has. Rewritten are, in the order of ids, the live records of chunks that
 * are less than half full, if a group has two or more of them, and chunks with less than a part of
 * their bytes live.
 *
 * @param base the generation that it was made for
 * @param renumber whether deleted records are left out
 * @param tasks its parts; none if there is nothing to do
 */
public record RebalancePlan(Manifest base, boolean renumber, List<RebalanceTask> tasks) {
  /** Tables of deleted ids beyond which they become one, even if nothing else is to be done. */
  private static final int MAX_DELETIONS = 16;

  private static final int MANY_CHUNKS = 64;

  /** Plans a rebalance. Reads tables; no records. */
  public static RebalancePlan make(StoreTables tables, Manifest base, RebalanceOptions options)
      throws IOException {
    boolean renumber = options.renumber() && base.deleted() > 0;
    var tasks = new ArrayList<RebalanceTask>();
    try (var reader = new TableReader(tables)) {
      LiveChunks chunks = LiveChunks.of(tables, base);
      for (GroupEntry group : base.groups()) {
        var plan = new GroupPlan(tables, base, group.number(), chunks, reader);
        tasks.addAll(plan.tasks(options, renumber));
      }
    }
    return new RebalancePlan(base, renumber, tasks);
  }

  /**
   * Returns what many small commits left, as a reason for a rebalance; null if they left little.
   */
  public static String reason(Manifest manifest, LiveChunks chunks) {
    long small =
        chunks.all().stream().filter(use -> use.length() < manifest.chunkBytes() / 2).count();
    if (small > MANY_CHUNKS) {
      return small + " chunks are less than half full";
    }
    for (FieldEntry field : manifest.fields()) {
      if (field.deltas().size() > GroupPlan.MAX_DELTAS) {
        return "the field " + field.field().name() + " has " + field.deltas().size() + " deltas";
      }
    }
    int deletions = manifest.deletions().size();
    return deletions > MAX_DELETIONS ? "deleted ids are in " + deletions + " tables" : null;
  }

  /** Returns the number of rows, one a group and record, that are rewritten; without deltas. */
  public long rows() {
    return tasks.stream()
        .filter(task -> !task.deltas())
        .mapToLong(task -> task.ids().count())
        .sum();
  }

  /** Whether there is nothing to do: nothing is committed then. */
  public boolean isEmpty() {
    return tasks.isEmpty() && !renumber && base.deletions().size() <= MAX_DELETIONS;
  }

  /**
   * What a rebalance rewrites.
   *
   * @param below chunks with less than this part live, from 0 to 1
   * @param sort everything, if it is not in the order of ids
   * @param renumber everything, without deleted records, if there are some: ids close up
   */
  public record RebalanceOptions(double below, boolean sort, boolean renumber) {}

  /**
   * A part of a rebalance: the records of one group with some ids are written as rows; or the
   * deltas of a group's fields become one each.
   *
   * @param group the group
   * @param deltas whether deltas are written
   * @param closeUp whether deleted records are left out of rows
   * @param ids the ids whose records this task writes as rows; for deltas, the ids of rows that any
   *     task writes, so that no delta needs them
   * @param chunks for deltas: the chunks whose values are copied
   * @param bytes about how many bytes are written
   */
  public record RebalanceTask(
      int group, boolean deltas, boolean closeUp, IdRanges ids, Set<String> chunks, long bytes) {

    /** Writes it as bytes, big-endian as {@link DataOutput} does. */
    public void write(DataOutput to) throws IOException {
      to.writeInt(group);
      to.writeBoolean(deltas);
      to.writeBoolean(closeUp);
      ids.write(to);
      to.writeInt(chunks.size());
      for (String chunk : chunks) {
        to.writeUTF(chunk);
      }
      to.writeLong(bytes);
    }

    /** Reads what {@link #write} wrote. */
    public static RebalanceTask read(DataInput from) throws IOException {
      int group = from.readInt();
      boolean deltas = from.readBoolean();
      boolean closeUp = from.readBoolean();
      IdRanges ids = IdRanges.read(from);
      var chunks = new TreeSet<String>();
      for (int i = from.readInt(); i > 0; i--) {
        chunks.add(from.readUTF());
      }
      return new RebalanceTask(group, deltas, closeUp, ids, chunks, from.readLong());
    }
  }
}
