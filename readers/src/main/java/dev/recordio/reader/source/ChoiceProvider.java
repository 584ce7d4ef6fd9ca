// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import static dev.recordio.conf.SettingType.oneOf;
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
import dev.recordio.reader.share.InputPart;
import dev.recordio.reader.share.InputPart.Rule;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What is chosen of an input, first after it: {@code part(K/N,rule=equal)}, the consecutive records
 * that are all of each epoch, and {@code order(...)}, the order in which each epoch is read.
 */
public final class ChoiceProvider implements StageProvider {
  private static final SettingType NUMBER = whole(0);
  private static final String COUNT = "items of an epoch";
  private static final String IN_ORDER = "sequential";

  private static final List<StageSyntax> SYNTAXES =
      List.of(
          kind(IN_ORDER, "in the order of the input")
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
              .optional(
                  "step",
                  whole(1),
                  null,
                  "from one window to the next; by default the items of a window")
              .optional("count", NUMBER, null, COUNT),
          drawn("replacement", "any item for each position, drawn with replacement")
              .optional("count", NUMBER, null, COUNT),
          kind("weighted", "any item for each position, drawn by its weight")
              .required("weights", text(), "a file with a number for each item, a line each")
              .optional("seed", RecordIOConf.INPUT_SEED, "any number")
              .optional("count", NUMBER, null, COUNT),
          StageSyntax.of("part", "consecutive records of the input, which orders then permute")
              .required(
                  "part",
                  text("K/N, such as 0/4, K below N", part -> InputPart.parse(part, Rule.EQUAL)),
                  "which of how many parts")
              .optional(
                  "rule",
                  oneOf("equal", "count", "bytes"),
                  "equal",
                  "equal numbers of records (or one more); as dmlc-core with an index; as"
                      + " dmlc-core without"));

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
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments) {
    if (!(upstream instanceof Source<?> source)) {
      throw new InvalidSettingException(
          arguments.normal() + " must come first after the input: it is after " + upstream);
    }
    if (arguments.syntax().name().equals("part")) {
      Rule rule = arguments.getEnum("rule", Rule.class);
      source.part(InputPart.parse(arguments.getText("part"), rule));
    } else {
      source.order(new Given(context, arguments));
    }
    return source;
  }

  /** The order that a text gives. */
  private static final class Given implements Ordering {
    private final ReaderContext context;
    private final StageArguments from;
    private final String kind;
    private Weights weights; // for all epochs; null: not read yet

    Given(ReaderContext context, StageArguments from) {
      this.context = context;
      this.from = from;
      kind = from.syntax().kindWord();
    }

    @Override
    public RecordOrder of(long n, long epoch) throws IOException {
      return switch (kind) {
        case IN_ORDER ->
            RecordOrder.sequential(
                n, from.getLong("start"), from.getLong("step"), optional("count"));
        case "epoch" ->
            RecordOrder.epoch(n, seed(), epoch, from.getInt("block"), from.getInt("window"));
        case "permutation" -> RecordOrder.permutation(n, seed(), epoch);
        case "circular" ->
            RecordOrder.circular(
                n,
                from.getLong("start"),
                from.getLong("window"),
                optional("step"),
                optional("count"));
        case "replacement" -> RecordOrder.replacement(n, seed(), epoch, optional("count"));
        case "weighted" -> {
          weights = weights == null ? read(context, new Path(from.getText("weights")), n) : weights;
          yield RecordOrder.weighted(n, weights, seed(), epoch, optional("count"));
        }
        default -> throw new IllegalArgumentException(kind);
      };
    }

    private long seed() {
      return from.getLong("seed");
    }

    private OptionalLong optional(String name) {
      return from.has(name) ? OptionalLong.of(from.getLong(name)) : OptionalLong.empty();
    }

    @Override
    public boolean isSequential() {
      return kind.equals(IN_ORDER);
    }

    @Override
    public String toString() {
      return from.normal().toString();
    }
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
