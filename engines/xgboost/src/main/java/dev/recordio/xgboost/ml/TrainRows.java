// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.monotonically_increasing_id;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.spark.PartitionRowReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.NarrowDependency;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import scala.jdk.javaapi.CollectionConverters;

/** The rows of a training: which columns they have, and how they are divided among workers. */
final class TrainRows implements PartitionRowReader<Row> {
  private static final long serialVersionUID = 1;

  /** Features are selected first. */
  private static final int[] PLACES = {0, 1};

  private static final String PLACE = "recordio_place";
  private static final String GROUP = "recordio_group";

  private final transient Dataset<?> dataset;
  private final transient List<Column> selected = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final FeatureReader features;
  private final int weight;
  private final int group;
  private final int validation;

  /**
   * Selects the columns.
   *
   * @param groupCol the column of groups; null without groups
   * @throws InvalidSettingException when the dataset does not have a column
   */
  TrainRows(Dataset<?> dataset, TrainParams<?> params, String groupCol) {
    this.dataset = dataset;
    features = new FeatureReader(params, dataset.schema());
    for (String name : features.columns()) {
      selected.add(col(name));
      names.add(name);
    }
    select(params.value(params.labelCol()), "float", "label");
    weight = select(params.get(params.weightCol()).getOrElse(() -> null), "float", "weight");
    group = select(groupCol, "bigint", GROUP);
    validation =
        select(
            params.get(params.validationIndicatorCol()).getOrElse(() -> null), "boolean", "valid");
    if (features.isVector()) {
      features.ofSize(size(features.columns().get(0)));
    }
  }

  /** Selects a column as a type; returns its place, or -1 for no column. */
  private int select(String column, String type, String name) {
    if (column == null) {
      return -1;
    }
    if (!List.of(dataset.columns()).contains(column)) {
      throw new InvalidSettingException(
          "no column " + column + "; the columns are " + List.of(dataset.columns()));
    }
    selected.add(col(column).cast(type).as(name));
    names.add(column);
    return selected.size() - 1;
  }

  /** Returns how long the vectors of a column are: what the column says, or its first vector. */
  private int size(String column) {
    int size = AttributeGroup.fromStructField(dataset.schema().apply(column)).size();
    if (size >= 0) {
      return size;
    }
    List<Row> first = dataset.select(col(column)).takeAsList(1);
    if (first.isEmpty()) {
      throw new InvalidSettingException("there is no row to train on");
    }
    return first.get(0).isNullAt(0) ? 0 : first.get(0).<Vector>getAs(0).size();
  }

  /** Returns how long vectors are; 0 when rows have none. */
  int size() {
    return features.size();
  }

  /**
   * Returns the rows, in a partition for each worker. Within it they have the dataset's order, so
   * that the same rows make the same model; with groups, a worker has all rows of a group, and its
   * groups by number. Rows that are divided so already stay where they are.
   */
  Dataset<Row> divided(int workers) {
    Dataset<Row> rows = dataset.select(selected.toArray(Column[]::new));
    if (group < 0 && mayBeDivided(rows, workers) && isDivided(rows.rdd(), workers)) {
      return rows;
    }
    Dataset<Row> placed = rows.withColumn(PLACE, monotonically_increasing_id());
    return group < 0
        ? placed.repartition(workers).sortWithinPartitions(PLACE)
        : placed.repartition(workers, col(GROUP)).sortWithinPartitions(GROUP, PLACE);
  }

  /**
   * Whether to ask the RDD of rows. Where Spark plans adaptively, that runs all shuffles before it,
   * which is lost work if rows are divided anew.
   */
  private static boolean mayBeDivided(Dataset<Row> rows, int workers) {
    return !(rows.queryExecution().executedPlan() instanceof AdaptiveSparkPlanExec plan)
        || plan.inputPlan().outputPartitioning().numPartitions() == workers;
  }

  /** Whether an RDD has a partition for each worker, and is no union or coalesce of others. */
  private static boolean isDivided(RDD<?> rdd, int workers) {
    if (rdd.getNumPartitions() != workers) {
      return false;
    }
    for (Dependency<?> one : CollectionConverters.asJava(rdd.dependencies())) {
      if (one instanceof NarrowDependency && !isDivided(one.rdd(), workers)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void add(Row row, CsrBlock block) {
    block.addRow(row.getFloat(present(row, features.columns().size())));
    if (weight >= 0) {
      block.setWeight(row.getFloat(present(row, weight)));
    }
    if (group >= 0) {
      block.setQid(row.getLong(present(row, group)));
    }
    features.add(row, PLACES, block);
  }

  private int present(Row row, int at) {
    return FeatureReader.present(row, at, names.get(at));
  }

  @Override
  public boolean forValidation(Row row) {
    return validation >= 0 && row.getBoolean(present(row, validation));
  }

  @Override
  public long width() {
    return features.size();
  }
}
