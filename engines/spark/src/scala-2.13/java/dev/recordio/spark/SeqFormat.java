// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.spark.scan.ScalaCollections;
import java.util.Collection;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * Spark's interface without {@code Seq}, which in the signatures of Scala 2.13 is the immutable
 * one.
 */
abstract class SeqFormat implements FileFormat {
  /** Returns the schema of some files, if it is known. */
  abstract Option<StructType> schema(
      SparkSession session, Map<String, String> options, Collection<FileStatus> files);

  /** Returns what opens ranges of files. */
  abstract Function1<PartitionedFile, Iterator<InternalRow>> reader(
      SparkSession session,
      StructType dataSchema,
      StructType requiredSchema,
      Collection<Filter> filters,
      Map<String, String> options,
      Configuration conf);

  @InterfaceAudience.Private
  @Override
  public final Option<StructType> inferSchema(
      SparkSession session, Map<String, String> options, Seq<FileStatus> files) {
    return schema(session, options, ScalaCollections.asJava(files));
  }

  @InterfaceAudience.Private
  @Override
  public final Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
      SparkSession session,
      StructType dataSchema,
      StructType partitionSchema,
      StructType requiredSchema,
      Seq<Filter> filters,
      Map<String, String> options,
      Configuration conf) {
    return reader(
        session, dataSchema, requiredSchema, ScalaCollections.asJava(filters), options, conf);
  }

  /** Rows are in Spark's own layout: they are not copied if no columns are added. */
  @InterfaceAudience.Private
  @Override
  public final Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(
      SparkSession session,
      StructType dataSchema,
      StructType partitionSchema,
      StructType requiredSchema,
      Seq<Filter> filters,
      Map<String, String> options,
      Configuration conf) {
    return partitionSchema.isEmpty()
        ? buildReader(session, dataSchema, partitionSchema, requiredSchema, filters, options, conf)
        : FileFormat.super.buildReaderWithPartitionValues(
            session, dataSchema, partitionSchema, requiredSchema, filters, options, conf);
  }
}
