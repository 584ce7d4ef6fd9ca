// SPDX-License-Identifier: Apache-2.0
/**
 * The decorators of readers, a class each.
 *
 * <p>Entry points: the {@link dev.recordio.reader.StageProvider} of each, by which texts of
 * pipelines name it, and {@link dev.recordio.reader.stage.Stages}, by which programs nest them.
 */
package dev.recordio.reader.stage;
