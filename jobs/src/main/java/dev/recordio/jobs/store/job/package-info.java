// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that write, rewrite and read record stores.
 *
 * <p>Entry points: {@link ImportJob}, {@link StoreExportJob} and {@link RebalanceJob}.
 */
package dev.recordio.jobs.store.job;
