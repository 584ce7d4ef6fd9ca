// SPDX-License-Identifier: Apache-2.0
/**
 * Commits to a record store: a change is made to the newest generation, and made again if other
 * writers were faster, unless it conflicts with their changes; files that no generation needs are
 * collected.
 *
 * <p>Entry points: {@link CommitLoop}, {@link Change} and {@link StoreConflictException}.
 */
package dev.recordio.store.commit;
