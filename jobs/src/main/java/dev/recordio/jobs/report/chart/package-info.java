// SPDX-License-Identifier: Apache-2.0
/**
 * Charts as inline SVG, and the markup that they are written with.
 *
 * <p>Entry points: {@link Chart} and {@link Markup}.
 */
package dev.recordio.jobs.report.chart;
