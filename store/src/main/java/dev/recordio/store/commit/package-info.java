// SPDX-License-Identifier: Apache-2.0
/**
 * Commits to a record store: a change is put on the newest generation, again if other writers were
 * faster, unless it contradicts what they did; what no generation needs is collected.
 *
 * <p>Entry points: {@link CommitLoop}, {@link Change} and {@link StoreConflictException}.
 */
package dev.recordio.store.commit;
