// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.sparse.CsrSource;

/**
 * A shard as encoders take it.
 *
 * @param source its rows
 * @param shape the shape of these rows
 * @param columns the number of columns, the same for all shards of a set
 * @param baseMargins one number per row and output, rows first; or null
 * @param bare whether no entry of the text had a value
 */
public record ShardRows(
    CsrSource source, ShardShape shape, long columns, float[] baseMargins, boolean bare) {}
