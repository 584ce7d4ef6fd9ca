// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

/**
 * Something that is wrong in a store.
 *
 * @param file the file
 * @param offset where in it, in bytes; 0 if it is the file as a whole
 * @param what what is wrong, in one line
 */
public record StoreFinding(String file, long offset, String what) {}
