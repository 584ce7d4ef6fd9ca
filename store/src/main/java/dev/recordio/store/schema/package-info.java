// SPDX-License-Identifier: Apache-2.0
/**
 * What the values of a record store are: fields, their types and codecs.
 *
 * <p>Entry points: {@link StoreSchema}, {@link StoreField} and {@link FieldType}.
 */
package dev.recordio.store.schema;
