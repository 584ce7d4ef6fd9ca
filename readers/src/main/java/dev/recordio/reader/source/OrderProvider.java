// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.SettingType;
import dev.recordio.fs.stream.Files;
import dev.recordio.order.RecordOrder;
import dev.recordio.order.WeightParser;
import dev.recordio.order.Weights;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.Stage;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** {@code order(...)}, a kind of it each: the order in which a source reads each epoch. */
public abstract class OrderProvider implements StageProvider {
  private static final SettingType NUMBER = whole(0);
  private static final String COUNT = "items of an epoch";

  private final StageSyntax syntax;

  private OrderProvider(StageSyntax syntax) {
    this.syntax = syntax;
  }

  private static StageSyntax named(String word, String about) {
    return StageSyntax.of("order", "the order in which each epoch is read")
        .kind("kind", word, about);
  }

  private static StageSyntax drawn(String word, String about) {
    return named(word, about).optional("seed", RecordIOConf.INPUT_SEED, "any number");
  }

  @Override
  public final StageSyntax syntax() {
    return syntax;
  }

  @Override
  public final Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments)
      throws IOException {
    if (!(upstream instanceof Source<?> source)) {
      throw new InvalidSettingException(
          arguments.normal() + " must come first after the input: it is after " + upstream);
    }
    Kind kind = kind(context, arguments);
    String text = arguments.normal().toString();
    source.order(
        new Ordering() {
          @Override
          public RecordOrder of(long n, long epoch) throws IOException {
            return kind.of(n, epoch);
          }

          @Override
          public boolean isSequential() {
            return OrderProvider.this instanceof Sequential;
          }

          @Override
          public String toString() {
            return text;
          }
        });
    return source;
  }

  /** Creates the order of an epoch. */
  @FunctionalInterface
  interface Kind {
    RecordOrder of(long n, long epoch) throws IOException;
  }

  abstract Kind kind(ReaderContext context, StageArguments arguments);

  private static OptionalLong count(StageArguments arguments) {
    return optional(arguments, "count");
  }

  private static OptionalLong optional(StageArguments arguments, String name) {
    return arguments.has(name) ? OptionalLong.of(arguments.getLong(name)) : OptionalLong.empty();
  }

  /** {@code order(sequential,...)}. */
  public static final class Sequential extends OrderProvider {
    /** Creates the provider. */
    public Sequential() {
      super(
          named("sequential", "in the order of the input")
              .optional("start", NUMBER, "0", "the first item")
              .optional("step", whole(1), "1", "from one item to the next")
              .optional("count", NUMBER, null, COUNT));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long start = arguments.getLong("start");
      long step = arguments.getLong("step");
      return (n, epoch) -> RecordOrder.sequential(n, start, step, count(arguments));
    }
  }

  /** {@code order(epoch,...)}. */
  public static final class Epoch extends OrderProvider {
    /** Creates the provider. */
    public Epoch() {
      super(
          drawn("epoch", "shuffled anew each epoch, and read in blocks")
              .optional("block", RecordIOConf.INPUT_SHUFFLE_BLOCK, "items moved together")
              .optional("window", RecordIOConf.INPUT_SHUFFLE_WINDOW, "items mixed at a time"));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long seed = arguments.getLong("seed");
      int block = arguments.getInt("block");
      int window = arguments.getInt("window");
      return (n, epoch) -> RecordOrder.epoch(n, seed, epoch, block, window);
    }
  }

  /** {@code order(permutation,...)}. */
  public static final class Permutation extends OrderProvider {
    /** Creates the provider. */
    public Permutation() {
      super(drawn("permutation", "all items, permuted anew each epoch"));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long seed = arguments.getLong("seed");
      return (n, epoch) -> RecordOrder.permutation(n, seed, epoch);
    }
  }

  /** {@code order(circular,...)}. */
  public static final class Circular extends OrderProvider {
    /** Creates the provider. */
    public Circular() {
      super(
          named("circular", "windows on a circle of all items: none is short")
              .optional("start", NUMBER, "0", "the first item")
              .optional("window", whole(1), "1", "items of a window")
              .optional("step", whole(1), null, "from one window to the next; as many as it has")
              .optional("count", NUMBER, null, COUNT));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long start = arguments.getLong("start");
      long window = arguments.getLong("window");
      OptionalLong step = optional(arguments, "step");
      return (n, epoch) -> RecordOrder.circular(n, start, window, step, count(arguments));
    }
  }

  /** {@code order(replacement,...)}. */
  public static final class Replacement extends OrderProvider {
    /** Creates the provider. */
    public Replacement() {
      super(
          drawn("replacement", "any item for each position, drawn with replacement")
              .optional("count", NUMBER, null, COUNT));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long seed = arguments.getLong("seed");
      return (n, epoch) -> RecordOrder.replacement(n, seed, epoch, count(arguments));
    }
  }

  /** {@code order(weighted,...)}. */
  public static final class Weighted extends OrderProvider {
    /** Creates the provider. */
    public Weighted() {
      super(
          named("weighted", "any item for each position, drawn by its weight")
              .required("weights", text(), "a file with a number for each item, a line each")
              .optional("seed", RecordIOConf.INPUT_SEED, "any number")
              .optional("count", NUMBER, null, COUNT));
    }

    @Override
    Kind kind(ReaderContext context, StageArguments arguments) {
      long seed = arguments.getLong("seed");
      var file = new Path(arguments.getText("weights"));
      var weights = new Weights[1]; // for all epochs
      return (n, epoch) -> {
        if (weights[0] == null) {
          weights[0] = read(context, file, n);
        }
        return RecordOrder.weighted(n, weights[0], seed, epoch, count(arguments));
      };
    }

    private static Weights read(ReaderContext context, Path file, long n) throws IOException {
      FileSystem fs = file.getFileSystem(context.conf());
      var parser = new WeightParser(file.toString(), n);
      try (BufferedReader lines = Files.lines(fs, fs.getFileStatus(file))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          parser.add(line);
        }
      }
      return parser.end();
    }
  }
}
