// SPDX-License-Identifier: Apache-2.0
/**
 * The csr job: rows of text become a folder of CSR shards with a manifest, {@code _csr.json}.
 *
 * <p>Face: {@link CsrJob} and the command. The input is cut into segments, which depend on the
 * input and one setting only. A map task takes one or several of them, one after the other, and
 * cuts each into shards ({@code csr.shard}), which are named by segment and number; so the output
 * is the same whatever the number of tasks. The committer writes the manifest after all shards are
 * in place.
 */
package dev.recordio.jobs.csr;
