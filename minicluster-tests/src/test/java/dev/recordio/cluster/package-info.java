// SPDX-License-Identifier: Apache-2.0
/**
 * Tests on a real HDFS and a real YARN inside one JVM, and the fixture they share.
 *
 * <p>A test class requests the part it needs and never starts or stops anything itself:
 *
 * <pre>{@code
 * @ExtendWith(ClusterExtension.class)
 * class SomeTest {
 *   @Test
 *   void readsBlocksSmallerThanRecords(MiniDfs dfs) { ... } // HDFS only
 *
 *   @Test
 *   void packsInContainers(MiniYarn yarn) { ... } // HDFS (yarn.dfs()) and YARN
 * }
 * }</pre>
 */
package dev.recordio.cluster;
