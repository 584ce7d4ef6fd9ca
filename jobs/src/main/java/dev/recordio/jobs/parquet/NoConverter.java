// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Stands for the converters of records, which no one uses who reads columns. */
final class NoConverter extends GroupConverter {
  private final PrimitiveConverter primitive =
      new PrimitiveConverter() {
        @Override
        public GroupConverter asGroupConverter() {
          return NoConverter.this;
        }
      };

  @Override
  public Converter getConverter(int field) {
    return primitive;
  }

  @Override
  public void start() {
    // No record is made.
  }

  @Override
  public void end() {
    // No record is made.
  }
}
