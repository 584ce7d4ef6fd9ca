// SPDX-License-Identifier: Apache-2.0
/**
 * Readers for training: records or rows in the order of an epoch, shuffled, cut into batches,
 * fetched ahead, repeated, shared among workers, and resumed on any number of them.
 *
 * <p>Entry points: {@link dev.recordio.reader.Readers} opens a pipeline from its text, {@link
 * dev.recordio.reader.Reader} is what every stage of it is, {@link dev.recordio.reader.ReaderState}
 * is where it was. Sources and decorators are in the packages above, and are found through the
 * service loader.
 */
package dev.recordio.reader;
