// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import java.util.List;

/**
 * What a commit did, for the log and for other writers, who check what it changed.
 *
 * @param name create, append, import, update, delete, swap, rebalance or alter
 * @param records how many records it added, changed, deleted or rewrote
 * @param deltas the delta tables whose ids it changed; they stay as long as the manifest
 * @param ranges the ids that it changed besides
 */
public record Operation(String name, long records, List<DeltaRef> deltas, IdRanges ranges) {
  /** The names. */
  public static final String CREATE = "create";

  public static final String APPEND = "append";
  public static final String IMPORT = "import";
  public static final String UPDATE = "update";
  public static final String DELETE = "delete";
  public static final String SWAP = "swap";
  public static final String REBALANCE = "rebalance";
  public static final String RENUMBER = "renumber";
  public static final String ALTER = "alter";

  /** Creates an operation. */
  public Operation {
    deltas = List.copyOf(deltas);
  }

  /** Creates an operation that changes nothing that another writer may have read. */
  public Operation(String name, long records) {
    this(name, records, List.of(), IdRanges.NONE);
  }
}
