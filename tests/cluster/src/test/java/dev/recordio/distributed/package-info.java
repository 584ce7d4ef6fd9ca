// SPDX-License-Identifier: Apache-2.0
/** The shipped jar on a Hadoop whose daemons are separate processes, and on an object store. */
package dev.recordio.distributed;
