// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

/**
 * A ledger of a generation: chunks, and what a commit added to, or took from, their live records.
 * What is live in a chunk is the sum over all ledgers.
 *
 * @param file the ledger's name: 32 hexadecimal digits
 * @param bytes the file's length
 * @param count its entries, at least 1
 */
public record LedgerRef(String file, long bytes, long count) {}
