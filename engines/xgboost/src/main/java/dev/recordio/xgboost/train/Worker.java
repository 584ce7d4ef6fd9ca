// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.ColumnFile;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.xgboost.DMatrixBuilder;
import dev.recordio.xgboost.NativeLibrary;
import dev.recordio.xgboost.TrainedModel;
import dev.recordio.xgboost.WorkerRows;
import dev.recordio.xgboost.external.ExternalRows;
import dev.recordio.xgboost.input.RowSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.Communicator;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * One worker of a training: it reads its rows, agrees with the others on the columns, and trains
 * with them. All workers of a training must run at the same time.
 *
 * <p>A worker connects before it reads: so if one of them fails, the others learn of it at once,
 * and end too.
 */
public final class Worker {
  private final Configuration conf;
  private final TrainSettings settings;
  private final int task;
  private final String input;

  /**
   * Creates a worker.
   *
   * @param task its number, from 0
   * @param input what it reads, for messages
   */
  public Worker(Configuration conf, TrainSettings settings, int task, String input) {
    this.conf = conf;
    this.settings = settings;
    this.task = task;
    this.input = input;
  }

  /**
   * Trains.
   *
   * @param tracker where the workers meet ({@link Tracker#args})
   * @return null but for one of the workers
   * @throws IOException when this or another worker fails; the message has its reason
   */
  public Trained train(RowSource rows, Map<String, String> tracker)
      throws IOException, XGBoostError {
    connect(tracker);
    try {
      Trained result = trainConnected(rows);
      Communicator.shutdown();
      return result;
    } catch (IOException | XGBoostError | RuntimeException | Error e) {
      try {
        Communicator.shutdown();
      } catch (XGBoostError also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  private void connect(Map<String, String> tracker) throws IOException {
    var args = new HashMap<String, Object>(tracker);
    args.put("dmlc_tracker_port", Integer.parseInt(tracker.get("dmlc_tracker_port")));
    args.put("dmlc_task_id", Integer.toString(task));
    args.put("dmlc_timeout_sec", settings.timeoutSeconds());
    NativeLibrary.load();
    try {
      Communicator.init(args);
    } catch (XGBoostError e) {
      throw new IOException(
          "worker "
              + task
              + " did not meet the other "
              + (settings.workers() - 1)
              + " within "
              + settings.timeoutSeconds()
              + " seconds at "
              + tracker.get("dmlc_tracker_uri")
              + ": all "
              + settings.workers()
              + " tasks must run at the same time, and reach that address",
          e);
    }
  }

  private Trained trainConnected(RowSource source) throws IOException, XGBoostError {
    var exchange = new Exchange();
    try (WorkerRows rows = rows();
        WorkerRows validation = rows()) {
      var occurring = new ColumnSet();
      WorkerFacts mine = read(source, rows, validation, occurring, exchange);
      List<WorkerFacts> facts = exchange(mine, exchange);
      WorkerFacts.check(facts);
      boolean measures = facts.stream().anyMatch(one -> one.validationRows() > 0);
      if (!measures && settings.earlyStopping() > 0) {
        throw new InvalidSettingException(
            "early stopping needs rows for validation: there is none");
      }
      ColumnMap columns = columns(occurring, facts, exchange);
      int threads = settings.number("nthread", 0);
      DMatrix matrix = rows.build(columns, threads, null);
      try {
        if (!measures) {
          return train(matrix, null, columns, facts, exchange);
        }
        DMatrix measured = validation.build(columns, threads, matrix);
        try {
          return train(matrix, measured, columns, facts, exchange);
        } finally {
          measured.dispose();
        }
      } finally {
        matrix.dispose();
      }
    }
  }

  private WorkerRows rows() throws IOException {
    return settings.externalMemory()
        ? new ExternalRows(settings.number("max_bin", 256))
        : new DMatrixBuilder();
  }

  private Trained train(
      DMatrix matrix,
      DMatrix validation,
      ColumnMap columns,
      List<WorkerFacts> facts,
      Exchange exchange)
      throws IOException, XGBoostError {
    var metrics = new float[1][settings.rounds()];
    Booster booster =
        XGBoost.train(
            matrix,
            Map.copyOf(settings.params()),
            settings.rounds(),
            validation == null ? Map.of() : Map.of("validation", validation),
            metrics,
            null,
            null,
            settings.earlyStopping());
    long peak = peak(exchange);
    Trained result = null;
    if (exchange.rank() == 0) {
      byte[] bytes = booster.toByteArray(settings.format().toString());
      int rounds = booster.getNumBoostedRound();
      var measured = new ArrayList<Float>();
      for (int i = 0; validation != null && i < rounds; i++) {
        measured.add(metrics[0][i]);
      }
      result =
          new Trained(
              new TrainedModel(bytes, settings.format(), columns),
              report(facts, columns.size(), rounds, peak, measured));
    }
    booster.dispose();
    return result;
  }

  /** Reads all rows, and which columns occur; when that fails, the others get to know. */
  private WorkerFacts read(
      RowSource source,
      WorkerRows rows,
      WorkerRows validation,
      ColumnSet occurring,
      Exchange exchange)
      throws IOException {
    WorkerFacts facts = WorkerFacts.none(task, input);
    try {
      for (RowSource.Rows next = source.next(); next != null; next = source.next()) {
        facts = facts.with(next, settings.compact());
        if (next.forValidation()) {
          validation.add(next.block(), next.margins());
          continue;
        }
        if (settings.compact() && settings.columnsFile() == null) {
          occurring.addAll(next.block());
        }
        rows.add(next.block(), next.margins());
      }
      facts = facts.withWidth(source.width());
      rows.checkGroups();
      validation.checkGroups();
    } catch (IOException | RuntimeException e) {
      try {
        exchange(WorkerFacts.failed(task, input, e), exchange);
      } catch (IOException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
    return facts;
  }

  private static List<WorkerFacts> exchange(WorkerFacts mine, Exchange exchange)
      throws IOException {
    var facts = new ArrayList<WorkerFacts>();
    for (byte[] one : exchange.all(mine.bytes())) {
      facts.add(WorkerFacts.of(one));
    }
    return facts;
  }

  private ColumnMap columns(ColumnSet occurring, List<WorkerFacts> facts, Exchange exchange)
      throws IOException {
    if (!settings.compact()) {
      return ColumnMap.asIs(
          facts.stream().map(WorkerFacts::width).max(Long::compareUnsigned).orElseThrow());
    }
    if (settings.columnsFile() != null) {
      var file = new Path(settings.columnsFile());
      return ColumnFile.read(file.getFileSystem(conf), file);
    }
    return ColumnUnion.of(occurring, exchange);
  }

  private static long peak(Exchange exchange) throws IOException {
    long peak = -1;
    byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(Memory.peakBytes()).array();
    for (byte[] one : exchange.all(mine)) {
      peak = Math.max(peak, ByteBuffer.wrap(one).getLong());
    }
    return peak;
  }

  private TrainReport report(
      List<WorkerFacts> facts, int columns, int rounds, long peak, List<Float> validation) {
    return new TrainReport(
        facts.stream().mapToLong(WorkerFacts::rows).sum(),
        facts.stream().mapToLong(WorkerFacts::entries).sum(),
        columns,
        settings.workers(),
        rounds,
        peak,
        validation);
  }
}
