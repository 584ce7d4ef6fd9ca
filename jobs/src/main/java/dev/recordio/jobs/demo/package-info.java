// SPDX-License-Identifier: Apache-2.0
/**
 * The demo command: an image set packed, read back in a job, and checked.
 *
 * <p>Face: {@link DemoCommand}.
 */
package dev.recordio.jobs.demo;
