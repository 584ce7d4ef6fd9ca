// SPDX-License-Identifier: Apache-2.0
/**
 * Side files of text inputs, {@code FILE.group}, {@code FILE.weight} and {@code FILE.base_margin}:
 * found, read, and cut into segments.
 *
 * <p>Entry points: {@link SideFiles} finds them, {@link SideScratch} checks them and cuts them for
 * tasks.
 */
package dev.recordio.jobs.side;
