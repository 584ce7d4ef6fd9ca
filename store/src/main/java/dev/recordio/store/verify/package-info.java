// SPDX-License-Identifier: Apache-2.0
/**
 * Verifying record stores: every file that a generation names, byte by byte, and whether manifests,
 * tables and values agree.
 *
 * <p>Entry points: {@link StoreVerify}.
 */
package dev.recordio.store.verify;
