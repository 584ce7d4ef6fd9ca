// SPDX-License-Identifier: Apache-2.0
/**
 * The commands of record stores: {@code store create}, {@code store append} and so on.
 *
 * <p>Entry points: the commands, which {@code RecordIO} lists; {@link StoreSizes} for reports.
 */
package dev.recordio.jobs.store;
