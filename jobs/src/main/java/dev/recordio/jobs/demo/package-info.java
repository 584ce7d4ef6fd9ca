// SPDX-License-Identifier: Apache-2.0
/**
 * <<<<<<< HEAD The demo command: an image set packed, read back in a job, and checked. ======= The
 * demo command: takes an image set through all steps and checks the result. >>>>>>> w/eng2
 *
 * <p>Face: {@link DemoCommand}.
 */
package dev.recordio.jobs.demo;
