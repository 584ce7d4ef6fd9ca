// SPDX-License-Identifier: Apache-2.0
/** Orders and pipelines of records, above files and below engines. */
package dev.recordio.reader;
