// SPDX-License-Identifier: Apache-2.0
/**
 * The decorators of readers, a class each.
 *
 * <p>Entry points: {@link dev.recordio.reader.stage.StageTable}, by which texts of pipelines name
 * them, and {@link dev.recordio.reader.stage.Stages}, by which programs nest them.
 */
package dev.recordio.reader.stage;
