// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark reads what {@code csr --to parquet --vectors spark} writes; the jobs' tests compare the
 * file.
 */
class CsrVectorsTest extends SparkTestBase {
  @TempDir Path dir;

  @Test
  void sparkReadsVectorsAsVectors() throws IOException {
    Dataset<Row> rows = spark.read().parquet(resource("parquet/vectors.parquet", dir).toString());
    assertInstanceOf(VectorUDT.class, rows.schema().apply("features").dataType());
    List<Row> all = rows.collectAsList();
    assertInstanceOf(SparseVector.class, all.get(0).get(1));
    assertEquals("[1.0,(127,[0,126],[0.5,-2.25])]", all.get(0).toString());
    assertEquals("[0.0,(127,[],[])]", all.get(1).toString());
    assertEquals("[3.0,(127,[7],[1.0])]", all.get(2).toString());
  }
}
