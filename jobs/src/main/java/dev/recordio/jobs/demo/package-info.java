// SPDX-License-Identifier: Apache-2.0
/**
 * The demo command: the whole way of an image set, checked at its end.
 *
 * <p>Face: {@link DemoCommand}.
 */
package dev.recordio.jobs.demo;
