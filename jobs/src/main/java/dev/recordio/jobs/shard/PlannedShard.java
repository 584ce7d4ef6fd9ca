// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

/** The entries of the plan that make one shard. */
public final class PlannedShard {
  private String folder = "";
  private int shard;
  private long planOffset;
  private long firstRecord;
  private long records;
  private long bytes;

  /** For the serde of units, which reads the fields. */
  private PlannedShard() {}

  /**
   * Makes a shard without entries.
   *
   * @param folder the folder below the output that it goes to; empty for the output itself
   * @param shard its number in that folder, from 0
   * @param planOffset offset of its entries in the plan of that folder, in bytes
   * @param firstRecord the number of its first record in that folder
   */
  public PlannedShard(String folder, int shard, long planOffset, long firstRecord) {
    this.folder = folder;
    this.shard = shard;
    this.planOffset = planOffset;
    this.firstRecord = firstRecord;
  }

  /** Returns the shard that follows this one, which is complete, in its folder. */
  public PlannedShard next(long offset) {
    return new PlannedShard(folder, shard + 1, offset, firstRecord + records);
  }

  /** Adds a record of about {@code size} bytes to the shard. */
  public void add(long size) {
    records++;
    bytes += size;
  }

  /** Returns the folder below the output that the shard goes to; empty for the output itself. */
  public String folder() {
    return folder;
  }

  public int shard() {
    return shard;
  }

  public long planOffset() {
    return planOffset;
  }

  public long firstRecord() {
    return firstRecord;
  }

  public long records() {
    return records;
  }

  public long bytes() {
    return bytes;
  }

  @Override
  public String toString() {
    return "shard "
        + (folder.isEmpty() ? "" : folder + "/")
        + shard
        + " of "
        + records
        + " records";
  }
}
