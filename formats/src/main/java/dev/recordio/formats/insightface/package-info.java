// SPDX-License-Identifier: Apache-2.0
/**
 * InsightFace's verification sets: {@code lfw.bin} and its kin, a pickle of pairs of images.
 *
 * <p>Entry points: {@link FacePairs} reads one, {@link FacePairsOutput} writes one.
 */
package dev.recordio.formats.insightface;
