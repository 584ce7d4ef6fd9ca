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
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** {@code order(...)}: the order in which a source reads each epoch, of one of several kinds. */
public final class OrderProvider implements StageProvider {
  private static final SettingType NUMBER = whole(0);
  private static final String COUNT = "items of an epoch";
  private static final String SEQUENTIAL = "sequential";

  private static final List<StageSyntax> SYNTAXES =
      List.of(
          kind(SEQUENTIAL, "in the order of the input")
              .optional("start", NUMBER, "0", "the first item")
              .optional("step", whole(1), "1", "from one item to the next")
              .optional("count", NUMBER, null, COUNT),
          drawn("epoch", "shuffled anew each epoch, and read in blocks")
              .optional("block", RecordIOConf.INPUT_SHUFFLE_BLOCK, "items moved together")
              .optional("window", RecordIOConf.INPUT_SHUFFLE_WINDOW, "items mixed at a time"),
          drawn("permutation", "all items, permuted anew each epoch"),
          kind("circular", "windows on a circle of all items: none is short")
              .optional("start", NUMBER, "0", "the first item")
              .optional("window", whole(1), "1", "items of a window")
              .optional("step", whole(1), null, "from one window to the next; as many as it has")
              .optional("count", NUMBER, null, COUNT),
          drawn("replacement", "any item for each position, drawn with replacement")
              .optional("count", NUMBER, null, COUNT),
          kind("weighted", "any item for each position, drawn by its weight")
              .required("weights", text(), "a file with a number for each item, a line each")
              .optional("seed", RecordIOConf.INPUT_SEED, "any number")
              .optional("count", NUMBER, null, COUNT));

  private static StageSyntax kind(String word, String about) {
    return StageSyntax.of("order", "the order in which each epoch is read")
        .kind("kind", word, about);
  }

  private static StageSyntax drawn(String word, String about) {
    return kind(word, about).optional("seed", RecordIOConf.INPUT_SEED, "any number");
  }

  @Override
  public List<StageSyntax> syntaxes() {
    return SYNTAXES;
  }

  @Override
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments)
      throws IOException {
    if (!(upstream instanceof Source<?> source)) {
      throw new InvalidSettingException(
          arguments.normal() + " must come first after the input: it is after " + upstream);
    }
    String kind = arguments.syntax().kindWord();
    Epochs epochs = epochs(kind, context, arguments);
    String text = arguments.normal().toString();
    source.order(
        new Ordering() {
          @Override
          public RecordOrder of(long n, long epoch) throws IOException {
            return epochs.of(n, epoch);
          }

          @Override
          public boolean isSequential() {
            return kind.equals(SEQUENTIAL);
          }

          @Override
          public String toString() {
            return text;
          }
        });
    return source;
  }

  /** Creates the order of an epoch of n items. */
  @FunctionalInterface
  private interface Epochs {
    RecordOrder of(long n, long epoch) throws IOException;
  }

  private static Epochs epochs(String kind, ReaderContext context, StageArguments from) {
    switch (kind) {
      case SEQUENTIAL -> {
        long start = from.getLong("start");
        long step = from.getLong("step");
        OptionalLong count = optional(from, "count");
        return (n, epoch) -> RecordOrder.sequential(n, start, step, count);
      }
      case "epoch" -> {
        long seed = from.getLong("seed");
        int block = from.getInt("block");
        int window = from.getInt("window");
        return (n, epoch) -> RecordOrder.epoch(n, seed, epoch, block, window);
      }
      case "permutation" -> {
        long seed = from.getLong("seed");
        return (n, epoch) -> RecordOrder.permutation(n, seed, epoch);
      }
      case "circular" -> {
        long start = from.getLong("start");
        long window = from.getLong("window");
        OptionalLong step = optional(from, "step");
        OptionalLong count = optional(from, "count");
        return (n, epoch) -> RecordOrder.circular(n, start, window, step, count);
      }
      case "replacement" -> {
        long seed = from.getLong("seed");
        OptionalLong count = optional(from, "count");
        return (n, epoch) -> RecordOrder.replacement(n, seed, epoch, count);
      }
      case "weighted" -> {
        var file = new Path(from.getText("weights"));
        var weights = new Weights[1]; // for all epochs
        long seed = from.getLong("seed");
        OptionalLong count = optional(from, "count");
        return (n, epoch) -> {
          if (weights[0] == null) {
            weights[0] = read(context, file, n);
          }
          return RecordOrder.weighted(n, weights[0], seed, epoch, count);
        };
      }
      default -> throw new IllegalArgumentException(kind);
    }
  }

  private static OptionalLong optional(StageArguments from, String name) {
    return from.has(name) ? OptionalLong.of(from.getLong(name)) : OptionalLong.empty();
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
