// SPDX-License-Identifier: Apache-2.0
/**
 * Formats of other systems, in and out, and what all of them share.
 *
 * <p>Entry points: the packages below, one a system; {@link UnfitInputException}.
 */
package dev.recordio.formats;
