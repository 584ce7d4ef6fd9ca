// SPDX-License-Identifier: Apache-2.0
/**
 * MosaicML: shards of MDS.
 *
 * <p>Entry points: {@link MdsSchema}, the columns and the JSON about them; {@link MdsShardHead} and
 * {@link MdsOffsets}, the offsets of a shard; {@link MdsSample}, {@link MdsArray} and {@link
 * MdsNumber}, its samples.
 */
package dev.recordio.formats.mosaic;
