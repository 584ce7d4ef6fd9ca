// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of record stores: {@code store create}, {@code store append} and so on.
 *
 * <p>Entry points: {@link dev.recordio.jobs.store.StoreCommands}, the table of them.
 */
package dev.recordio.jobs.store;
