// SPDX-License-Identifier: Apache-2.0
/** The commands that look into RecordIO files: records, cat, info, splits. */
package dev.recordio.jobs.inspect;
