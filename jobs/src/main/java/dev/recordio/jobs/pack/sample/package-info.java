// SPDX-License-Identifier: Apache-2.0
/**
 * Data sets of other loaders as sources of pack: formats whose records have an image, labels and a
 * key of their own. The labels do not come from a folder, nor the key from a place.
 *
 * <p>Entry points: {@link SampleFormat} lists the formats; {@link SampleFiles} finds them among
 * pack's inputs. The client reads headers and footers only, and makes a {@code Source} of each
 * sample; tasks read it with a {@link SampleReader}. The formats themselves are in the module
 * {@code formats}.
 */
package dev.recordio.jobs.pack.sample;
