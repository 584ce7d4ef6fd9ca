// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that are started together with the same output: {@link
 * dev.recordio.jobs.pairs.AbstractPairsTest} has what must come of it. The tests of HDFS and of
 * object stores are in the modules with these.
 */
package dev.recordio.jobs.pairs;
