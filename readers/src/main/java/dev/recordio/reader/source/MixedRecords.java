// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.SettingType;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.Mixture;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.Stage;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.share.InputPart;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageCall;
import dev.recordio.reader.spec.StageSyntax;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Records of several inputs by weight: an order of the records of all their files, in which a
 * {@link Mixture} says which input the record at a position is of. The n-th position that is an
 * input's has its n-th record, in the input's own order.
 *
 * <p>Further marks count how many positions before the next one are each input's, over all workers.
 */
public final class MixedRecords extends RecordSource {
  private static final int MAX_INPUTS = 1024;

  /** What is left between the epochs of an input that is read several times in one of the mix. */
  private static final int PASS_SHIFT = 32;

  private final List<Input> inputs;
  private final Rule rule;
  private Mixture marked; // for the marks
  private long markedEpoch;
  private long markedAt; // the position before which counts are
  private long[] counts; // records of each input; taken along from one mark to the next
  private long end; // positions of the epoch that was begun last
  private long endedEpoch = -1; // this epoch

  /**
   * What is mixed.
   *
   * @param text the input, and its order if it has one of its own
   * @param weight how often it comes, in proportion to the others
   * @param files the files
   * @param order the order, or null
   */
  private record Input(String text, double weight, List<FileStatus> files, Ordering order) {}

  /**
   * How it is mixed.
   *
   * @param seed of the choice of inputs
   * @param batch consecutive positions that are of one input
   * @param all whether an epoch ends with the input that ends last; the others begin again
   */
  private record Rule(long seed, long batch, boolean all) {}

  private MixedRecords(
      Configuration conf, String text, List<Input> inputs, Rule rule, DamageTracker damage) {
    super(
        conf,
        text,
        inputs.stream().flatMap(input -> input.files.stream()).toList(),
        damage,
        inputs.size());
    this.inputs = inputs;
    this.rule = rule;
  }

  private Mixture mixture(long epoch) {
    double[] weights = inputs.stream().mapToDouble(Input::weight).toArray();
    return new Mixture(weights, rule.seed, epoch, rule.batch);
  }

  @Override
  public void part(InputPart of) {
    throw new InvalidSettingException(of + " is of one input: it can't be after " + identity());
  }

  @Override
  boolean isWhole() {
    return false;
  }

  @Override
  protected void begin(long from) throws IOException {
    var order = new MixedOrder(numbered(), epoch());
    end = order.count();
    endedEpoch = epoch();
    beginByNumber(order, from);
  }

  @Override
  protected void markCounts(long[] to, int at) {
    long epoch = epoch();
    if (marked == null || markedEpoch != epoch) {
      marked = mixture(epoch);
      markedEpoch = epoch;
      markedAt = Long.MAX_VALUE;
    }
    long position = Math.min(nextPosition(), endedEpoch == epoch ? end : Mixture.MAX_POSITIONS);
    if (position == Mixture.MAX_POSITIONS) { // all were read before this run
      Arrays.fill(to, at, at + inputs.size(), 0);
      return;
    }
    if (position < markedAt || position - markedAt > Mixture.BLOCK) {
      counts = marked.before(position);
      markedAt = position;
    }
    for (; markedAt < position; markedAt++) {
      counts[marked.input(markedAt)]++;
    }
    System.arraycopy(counts, 0, to, at, counts.length);
  }

  @Override
  protected List<String> counted() {
    return inputs.stream().map(Input::text).toList();
  }

  /** The numbers of the records of one epoch, over the files of all inputs. */
  private final class MixedOrder implements RecordOrder {
    private final Mixture mixture;
    private final long epoch;
    private final long[] firsts; // record of each input
    private final long[] counts; // records of each
    private final RecordOrder[] orders; // of each input, in its current pass
    private final long[] passes; // over each input in this epoch
    private final long count;

    MixedOrder(RecordsByNumber records, long epoch) throws IOException {
      this.epoch = epoch;
      mixture = mixture(epoch);
      int n = inputs.size();
      firsts = new long[n];
      counts = new long[n];
      orders = new RecordOrder[n];
      passes = new long[n];
      int file = 0;
      for (int i = 0; i < n; i++) {
        firsts[i] = records.firstFrom(file, 0);
        file += inputs.get(i).files.size();
        counts[i] = (i < n - 1 ? records.firstFrom(file, 0) : records.count()) - firsts[i];
        orders[i] = order(i);
        if (orders[i].count() == 0) {
          throw new InvalidSettingException(
              "mix: input "
                  + (i + 1)
                  + ", "
                  + inputs.get(i).text
                  + ", has no records: leave it out");
        }
      }
      count = rule.all ? lastEnd() : firstEnd();
    }

    private RecordOrder order(int input) throws IOException {
      Ordering own = inputs.get(input).order;
      return (own == null ? orders() : own)
          .of(counts[input], epoch + (passes[input] << PASS_SHIFT));
    }

    /** Returns the first position for which its input has no record left. */
    private long firstEnd() {
      long first = Mixture.MAX_POSITIONS;
      for (int i = 0; i < orders.length; i++) {
        first = Math.min(first, mixture.position(i, orders[i].count()));
      }
      return first;
    }

    /** Returns the first position before which all records of all inputs are. */
    private long lastEnd() {
      long last = 0;
      for (int i = 0; i < orders.length; i++) {
        last = Math.max(last, mixture.position(i, orders[i].count() - 1) + 1);
      }
      if (last > Mixture.MAX_POSITIONS) {
        throw new InvalidSettingException(
            "mix: an epoch would have more than "
                + Mixture.MAX_POSITIONS
                + " records until each of"
                + " all inputs was read once: choose other weights, or stop=first");
      }
      return last;
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public long at(long position) {
      int input = mixture.input(position);
      long index = mixture.index(position);
      long pass = index / orders[input].count();
      if (pass != passes[input]) {
        passes[input] = pass;
        try {
          orders[input] = order(input);
        } catch (IOException e) {
          throw new UncheckedIOException(e); // of weights, which the first pass has read
        }
      }
      return firsts[input] + orders[input].at(index % orders[input].count());
    }
  }

  /** {@code mix(INPUT:WEIGHT,INPUT:WEIGHT)}, in the place of an input. */
  public static final class Provider implements StageProvider {
    private static final List<StageSyntax> SYNTAXES =
        List.of(
            StageSyntax.of(
                    "mix", "in the place of an input: records of several inputs, by their weights")
                .several(
                    "inputs",
                    SettingType.text(
                        "an input and its weight, such as train.rec:0.7", Weighed::parse),
                    "each with its weight after the last colon; in quotes, with an order")
                .optional("seed", RecordIOConf.INPUT_SEED, "any number")
                .optional("batch", whole(1, 1L << 31), "1", "consecutive records from one input")
                .optional(
                    "stop",
                    oneOf("first", "all"),
                    "first",
                    "an epoch ends before a record that its input does not have; or when all inputs"
                        + " were read once, and shorter ones begin again"));

    /** An input and its weight, as they are written. */
    private record Weighed(String pipeline, double weight) {
      private static final Pattern NUMBER = Pattern.compile("[-+.0-9eE]{1,40}");

      static Weighed parse(String text) {
        int colon = text.lastIndexOf(':');
        String number = text.substring(colon + 1).strip();
        if (colon < 1 || !NUMBER.matcher(number).matches()) {
          throw new InvalidSettingException(
              "expected INPUT:WEIGHT, with a number after the last colon");
        }
        double weight = Double.parseDouble(number);
        if (!(weight > 0) || Double.isInfinite(weight)) {
          throw new InvalidSettingException("expected a weight above 0, found " + number);
        }
        return new Weighed(text.substring(0, colon).strip(), weight);
      }
    }

    @Override
    public List<StageSyntax> syntaxes() {
      return SYNTAXES;
    }

    @Override
    public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments from)
        throws IOException {
      List<Weighed> all = from.getTexts("inputs").stream().map(Weighed::parse).toList();
      if (upstream != null) {
        throw from.error(
            "inputs", 0, "mix comes first, with all inputs in it: it can't be after " + upstream);
      }
      if (all.size() > MAX_INPUTS) {
        throw from.error("inputs", MAX_INPUTS, "mix takes at most " + MAX_INPUTS + " inputs");
      }
      var rule =
          new Rule(from.getLong("seed"), from.getLong("batch"), from.getText("stop").equals("all"));
      var inputs = new ArrayList<Input>();
      StageCall text = StageCall.of("mix");
      for (int i = 0; i < all.size(); i++) {
        Input input = open(context, all.get(i), from, i);
        inputs.add(input);
        text = text.with(input.text + ":" + input.weight);
      }
      text =
          text.with("seed", rule.seed).with("batch", rule.batch).with("stop", from.getText("stop"));
      var mixed = new MixedRecords(context.conf(), text.toString(), inputs, rule, context.damage());
      try {
        mixed.mixture(0);
      } catch (InvalidSettingException e) {
        throw from.error("inputs", 0, e.getMessage());
      }
      mixed.startAt(context.firstEpoch());
      return mixed;
    }

    /** Lists the files of an input. An error names its place in the text. */
    private static Input open(ReaderContext context, Weighed of, StageArguments from, int i)
        throws IOException {
      String name = "input " + (i + 1) + " of mix: ";
      try (Stage<?> stage = context.open(of.pipeline)) {
        if (stage.getClass() == RecordSource.class) {
          var records = (RecordSource) stage;
          Ordering own = records.orders() == Ordering.SEQUENTIAL ? null : records.orders();
          String plain = records.text() + (own == null ? "" : " | " + own);
          if (stage.identity().equals(plain)) {
            return new Input(plain, of.weight, records.files, own);
          }
        }
        throw new InvalidSettingException(
            "expected RecordIO files, with an order or without, whose records can be read by number,"
                + " found "
                + stage);
      } catch (InvalidSettingException e) {
        throw from.error("inputs", i, name + e.getMessage());
      } catch (FileNotFoundException e) {
        var placed =
            new FileNotFoundException(from.error("inputs", i, name + e.getMessage()).getMessage());
        throw (FileNotFoundException) placed.initCause(e);
      }
    }
  }
}
