// SPDX-License-Identifier: Apache-2.0
/**
 * The demo command: pictures packed, reported, shuffled, read back in a job and checked; rows
 * converted.
 *
 * <p>Entry points: {@link DemoCommand}.
 */
package dev.recordio.jobs.demo;
