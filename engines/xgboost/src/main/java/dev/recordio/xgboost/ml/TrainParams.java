// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.xgboost.train.TrainSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.StringArrayParam;

/**
 * How a model is trained. Parameters of XGBoost have its names, without underscores; one that is
 * not set is left to XGBoost.
 *
 * @param <S> what setters return
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface TrainParams<S> extends FeatureParams<S> {
  /** The column of labels, a number. */
  default Param<String> labelCol() {
    return new Param<>(this, "labelCol", "column of labels");
  }

  /** The column of weights, a number; not set if rows have none. */
  default Param<String> weightCol() {
    return new Param<>(this, "weightCol", "column of weights");
  }

  /** The column that is true in rows for validation; not set if there are none. */
  default Param<String> validationIndicatorCol() {
    return new Param<>(this, "validationIndicatorCol", "column that is true for validation");
  }

  /** How many tasks train together. */
  default IntParam numWorkers() {
    return new IntParam(this, "numWorkers", "tasks that train together");
  }

  /** How many rounds of boosting. */
  default IntParam numRound() {
    return new IntParam(this, "numRound", "rounds of boosting");
  }

  /** After how many rounds without a better metric the training ends; 0 for never. */
  default IntParam numEarlyStoppingRounds() {
    return new IntParam(
        this, "numEarlyStoppingRounds", "rounds without a better metric that end the training");
  }

  /** Whether only columns that occur become XGBoost's columns. */
  default BooleanParam compactColumns() {
    return new BooleanParam(
        this, "compactColumns", "whether only columns that occur become XGBoost's columns");
  }

  /** Whether rows and bins are on the executors' local disks. */
  default BooleanParam externalMemory() {
    return new BooleanParam(this, "externalMemory", "whether rows and bins are on local disks");
  }

  /** XGBoost's {@code objective}. */
  default Param<String> objective() {
    return new Param<>(this, "objective", "XGBoost's objective");
  }

  /** XGBoost's {@code eval_metric}, by which rows for validation are measured. */
  default Param<String> evalMetric() {
    return new Param<>(this, "evalMetric", "XGBoost's eval_metric");
  }

  /** XGBoost's {@code max_depth}. */
  default IntParam maxDepth() {
    return new IntParam(this, "maxDepth", "XGBoost's max_depth");
  }

  /** XGBoost's {@code max_bin}. */
  default IntParam maxBin() {
    return new IntParam(this, "maxBin", "XGBoost's max_bin");
  }

  /** XGBoost's {@code eta}. */
  default DoubleParam eta() {
    return new DoubleParam(this, "eta", "XGBoost's eta, the learning rate");
  }

  /** XGBoost's {@code gamma}. */
  default DoubleParam gamma() {
    return new DoubleParam(this, "gamma", "XGBoost's gamma");
  }

  /** XGBoost's {@code min_child_weight}. */
  default DoubleParam minChildWeight() {
    return new DoubleParam(this, "minChildWeight", "XGBoost's min_child_weight");
  }

  /** XGBoost's {@code subsample}. */
  default DoubleParam subsample() {
    return new DoubleParam(this, "subsample", "XGBoost's subsample");
  }

  /** XGBoost's {@code colsample_bytree}. */
  default DoubleParam colsampleBytree() {
    return new DoubleParam(this, "colsampleBytree", "XGBoost's colsample_bytree");
  }

  /** XGBoost's {@code lambda}. */
  default DoubleParam lambda() {
    return new DoubleParam(this, "lambda", "XGBoost's lambda");
  }

  /** XGBoost's {@code alpha}. */
  default DoubleParam alpha() {
    return new DoubleParam(this, "alpha", "XGBoost's alpha");
  }

  /** XGBoost's {@code seed}. */
  default LongParam seed() {
    return new LongParam(this, "seed", "XGBoost's seed");
  }

  /** Other parameters of XGBoost, each as {@code name=value} with XGBoost's name. */
  default StringArrayParam parameters() {
    return new StringArrayParam(this, "parameters", "other parameters of XGBoost, as name=value");
  }

  /** Sets the column of labels; by default {@code label}. */
  default S setLabelCol(String column) {
    return with(labelCol(), column);
  }

  /** Sets the column of weights. */
  default S setWeightCol(String column) {
    return with(weightCol(), column);
  }

  /** Sets the column that is true in rows for validation. */
  default S setValidationIndicatorCol(String column) {
    return with(validationIndicatorCol(), column);
  }

  /** Sets how many tasks train together, all at the same time; by default 1. */
  default S setNumWorkers(int workers) {
    return with(numWorkers(), workers);
  }

  /** Sets the rounds of boosting; by default 100. */
  default S setNumRound(int rounds) {
    return with(numRound(), rounds);
  }

  /**
   * Sets after how many rounds without a better metric on the rows for validation the training
   * ends; by default it does not. Predictions are then made by the trees up to the best round; the
   * model's file has all of them, and the attribute {@code best_iteration}.
   */
  default S setNumEarlyStoppingRounds(int rounds) {
    return with(numEarlyStoppingRounds(), rounds);
  }

  /**
   * Sets whether only columns that occur become XGBoost's; by default true. The model is saved with
   * a list of the columns, {@code columns.npy}.
   */
  default S setCompactColumns(boolean compact) {
    return with(compactColumns(), compact);
  }

  /** Sets whether rows and bins are on local disks, for more than fit into memory. */
  default S setExternalMemory(boolean onDisk) {
    return with(externalMemory(), onDisk);
  }

  /** Sets XGBoost's {@code objective}. */
  default S setObjective(String name) {
    return with(objective(), name);
  }

  /** Sets XGBoost's {@code eval_metric}. */
  default S setEvalMetric(String name) {
    return with(evalMetric(), name);
  }

  /** Sets XGBoost's {@code max_depth}. */
  default S setMaxDepth(int depth) {
    return with(maxDepth(), depth);
  }

  /** Sets XGBoost's {@code max_bin}. */
  default S setMaxBin(int bins) {
    return with(maxBin(), bins);
  }

  /** Sets XGBoost's {@code eta}. */
  default S setEta(double rate) {
    return with(eta(), rate);
  }

  /** Sets XGBoost's {@code gamma}. */
  default S setGamma(double loss) {
    return with(gamma(), loss);
  }

  /** Sets XGBoost's {@code min_child_weight}. */
  default S setMinChildWeight(double weight) {
    return with(minChildWeight(), weight);
  }

  /** Sets XGBoost's {@code subsample}. */
  default S setSubsample(double part) {
    return with(subsample(), part);
  }

  /** Sets XGBoost's {@code colsample_bytree}. */
  default S setColsampleBytree(double part) {
    return with(colsampleBytree(), part);
  }

  /** Sets XGBoost's {@code lambda}. */
  default S setLambda(double penalty) {
    return with(lambda(), penalty);
  }

  /** Sets XGBoost's {@code alpha}. */
  default S setAlpha(double penalty) {
    return with(alpha(), penalty);
  }

  /** Sets XGBoost's {@code seed}. */
  default S setSeed(long number) {
    return with(seed(), number);
  }

  /** Sets other parameters of XGBoost, each as {@code name=value} with XGBoost's name. */
  default S setParameters(String... namesAndValues) {
    return with(parameters(), namesAndValues);
  }

  /** Sets the defaults. */
  @InterfaceAudience.Private
  default void setTrainDefaults() {
    setFeatureDefaults();
    setDefault(labelCol(), "label");
    setDefault(numWorkers(), 1);
    setDefault(numRound(), 100);
    setDefault(numEarlyStoppingRounds(), 0);
    setDefault(compactColumns(), true);
    setDefault(externalMemory(), false);
    setDefault(parameters(), new String[0]);
  }

  /**
   * Returns the settings of a training.
   *
   * @param objective XGBoost's, unless it is set
   * @throws InvalidSettingException when one of them is invalid
   */
  @InterfaceAudience.Private
  default TrainSettings settings(Map<String, String> objective) {
    var params = new TreeMap<>(objective);
    for (Param<?> param :
        List.of(
            objective(),
            evalMetric(),
            maxDepth(),
            maxBin(),
            eta(),
            gamma(),
            minChildWeight(),
            subsample(),
            colsampleBytree(),
            lambda(),
            alpha(),
            seed())) {
      if (isSet(param)) {
        String name = param.name().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        params.put(name, value(param).toString());
      }
    }
    for (String one : this.<String[]>value(parameters())) {
      int equals = one.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException("a parameter must be name=value, not " + one);
      }
      params.put(one.substring(0, equals), one.substring(equals + 1));
    }
    int earlyStopping = value(numEarlyStoppingRounds());
    if (earlyStopping > 0 && !params.getOrDefault("num_parallel_tree", "1").equals("1")) {
      throw new InvalidSettingException("early stopping needs num_parallel_tree=1");
    }
    TrainSettings settings =
        TrainSettings.of(params)
            .withWorkers(value(numWorkers()))
            .withRounds(value(numRound()))
            .withEarlyStopping(earlyStopping);
    settings = this.<Boolean>value(compactColumns()) ? settings : settings.withColumnsAsIs();
    return this.<Boolean>value(externalMemory()) ? settings.withExternalMemory() : settings;
  }
}
