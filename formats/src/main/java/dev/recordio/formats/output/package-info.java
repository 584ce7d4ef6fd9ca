// SPDX-License-Identifier: Apache-2.0
/**
 * What formats share that records are written in.
 *
 * <p>Entry points: {@link SampleOutput} is a format. It opens a shard for each task, which gets
 * {@link SampleRecord}s in order, and adds files about all shards when the job commits. What all
 * shards share are {@link SampleFacts}, so the bytes of a shard depend on these and its own records
 * only.
 */
package dev.recordio.formats.output;
