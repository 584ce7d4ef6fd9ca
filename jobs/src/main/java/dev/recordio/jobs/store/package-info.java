// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of record stores: {@code store create}, {@code store append} and so on. A command
 * that changes a store is a {@link StoreCommand.Change}; import, rebalance and export have a job of
 * the frame each.
 *
 * <p>Entry points: the commands, which {@code RecordIO} lists; {@link StoreSizes} for reports; the
 * codec {@link ZstdCodec}, found as a service.
 */
package dev.recordio.jobs.store;
