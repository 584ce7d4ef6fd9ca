// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseRule;
import dev.recordio.xgboost.DMatrixBuilder;
import dev.recordio.xgboost.input.RowSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Comparator;
import java.util.List;

/**
 * What a worker reports to the others about its rows.
 *
 * @param task its number
 * @param input what it has read, for messages
 * @param failure why it could not; empty if it could
 * @param width the number of columns up to the largest that occurs
 * @param validationRows how many rows are for validation; all else is of the rows to train on
 * @param firstQid of the first row, if rows have query ids
 * @param lastQid of the last row
 */
record WorkerFacts(
    int task,
    String input,
    String failure,
    long rows,
    long entries,
    long width,
    boolean hasWeight,
    boolean hasQid,
    boolean hasMargins,
    long validationRows,
    long firstQid,
    long lastQid) {

  static WorkerFacts none(int task, String input) {
    return new WorkerFacts(task, input, "", 0, 0, 0, false, false, false, 0, 0, 0);
  }

  /** Returns what there is to report with more rows. */
  WorkerFacts with(RowSource.Rows more, boolean compact) {
    CsrBlock block = more.block();
    if (block.rows() == 0) {
      return this;
    } else if (more.forValidation()) {
      return with(width, validationRows + block.rows());
    }
    return new WorkerFacts(
        task,
        input,
        failure,
        rows + block.rows(),
        entries + block.entries(),
        compact ? 0 : DMatrixBuilder.width(block, width),
        hasWeight || block.hasWeight(),
        hasQid || block.hasQid(),
        hasMargins || more.margins() != null,
        validationRows,
        rows == 0 && block.hasQid() ? block.qids()[0] : firstQid,
        block.hasQid() ? block.qids()[block.rows() - 1] : lastQid);
  }

  /** Returns the same for a width of at least so many columns. */
  WorkerFacts withWidth(long atLeast) {
    return with(Long.compareUnsigned(width, atLeast) < 0 ? atLeast : width, validationRows);
  }

  private WorkerFacts with(long newWidth, long newValidationRows) {
    return new WorkerFacts(
        task,
        input,
        failure,
        rows,
        entries,
        newWidth,
        hasWeight,
        hasQid,
        hasMargins,
        newValidationRows,
        firstQid,
        lastQid);
  }

  static WorkerFacts failed(int task, String input, Throwable why) {
    return new WorkerFacts(task, input, why.toString(), 0, 0, 0, false, false, false, 0, 0, 0);
  }

  byte[] bytes() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(task);
    out.writeUTF(shortened(input));
    out.writeUTF(shortened(failure));
    out.writeLong(rows);
    out.writeLong(entries);
    out.writeLong(width);
    out.writeBoolean(hasWeight);
    out.writeBoolean(hasQid);
    out.writeBoolean(hasMargins);
    out.writeLong(validationRows);
    out.writeLong(firstQid);
    out.writeLong(lastQid);
    return bytes.toByteArray();
  }

  private static String shortened(String text) {
    return text.length() > 4096 ? text.substring(0, 4096) : text;
  }

  static WorkerFacts of(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    return new WorkerFacts(
        in.readInt(),
        in.readUTF(),
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }

  /**
   * Checks that the rows of all workers go together.
   *
   * @throws InterruptedIOException when a worker could not read its rows, which has said so itself
   * @throws InvalidSettingException when they do not go together
   */
  static void check(List<WorkerFacts> all) throws InterruptedIOException {
    for (WorkerFacts one : all) {
      if (!one.failure.isEmpty()) {
        throw new InterruptedIOException("worker " + one.task + " failed: " + one.failure);
      }
    }
    List<WorkerFacts> some =
        all.stream()
            .filter(one -> one.rows > 0)
            .sorted(Comparator.comparingInt(WorkerFacts::task))
            .toList();
    if (some.isEmpty()) {
      throw new InvalidSettingException("there is no row to train on: " + all.get(0).input);
    }
    for (int i = 1; i < some.size(); i++) {
      some.get(i - 1).checkNext(some.get(i));
    }
  }

  private void checkNext(WorkerFacts next) {
    if (hasWeight != next.hasWeight) {
      throw mixed(next, ParseRule.MIXED_WEIGHTS, hasWeight);
    } else if (hasQid != next.hasQid) {
      throw mixed(next, ParseRule.MIXED_QIDS, hasQid);
    } else if (hasMargins != next.hasMargins) {
      throw new InvalidSettingException(
          "base margins in the rows of worker " + (hasMargins ? this : next).task + " only");
    } else if (hasQid && lastQid == next.firstQid) {
      throw new InvalidSettingException(
          "query group "
              + Long.toUnsignedString(lastQid)
              + " is cut: it ends the rows of worker "
              + task
              + " and begins the rows of worker "
              + next.task
              + " ("
              + next.input
              + "), but XGBoost wants a group on one worker; train on the shards that csr"
              + " makes of them, or with one worker");
    }
  }

  private InvalidSettingException mixed(WorkerFacts next, ParseRule rule, boolean here) {
    WorkerFacts with = here ? this : next;
    WorkerFacts without = here ? next : this;
    return new InvalidSettingException(
        rule.title()
            + ": the rows of worker "
            + with.task
            + " ("
            + with.input
            + ") have some, the rows of worker "
            + without.task
            + " ("
            + without.input
            + ") have none");
  }
}
