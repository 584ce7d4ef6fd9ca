// SPDX-License-Identifier: Apache-2.0
/**
 * The csr job: rows of text become a folder of CSR shards with a manifest, {@code _csr.json}.
 *
 * <p>The input is cut into {@link dev.recordio.jobs.csr.Segments segments} that depend on the input
 * and one setting alone. A map task takes one or several of them, one after the other, and cuts
 * each into shards; the committer numbers the shards of all segments. So the output is the same
 * whatever the number of tasks.
 */
package dev.recordio.jobs.csr;
