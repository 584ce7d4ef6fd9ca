// SPDX-License-Identifier: Apache-2.0
/**
 * The demo command: takes an image set through all steps and checks the result.
 *
 * <p>Face: {@link DemoCommand}.
 */
package dev.recordio.jobs.demo;
