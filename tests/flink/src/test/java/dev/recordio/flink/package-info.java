// SPDX-License-Identifier: Apache-2.0
/** Flink reads through the input formats: nothing in the library is made for it. */
package dev.recordio.flink;
