// SPDX-License-Identifier: Apache-2.0
/**
 * Verifying record stores: every file that a generation names, byte by byte, and whether manifests,
 * tables, ledgers and values agree.
 *
 * <p>Face: {@link StoreVerify}.
 */
package dev.recordio.store.verify;
