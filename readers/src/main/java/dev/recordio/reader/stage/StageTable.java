// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;
import static dev.recordio.conf.SettingType.wholeOrInf;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.SettingType;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.Stage;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.share.Share;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The stages of {@link Stages}, as texts of pipelines name them. */
public final class StageTable implements StageProvider {
  private static final SettingType ITEMS = whole(0);
  private static final SettingType FILES = whole(1, 64);

  private static final List<StageSyntax> SYNTAXES =
      List.of(
          StageSyntax.of("batch", "consecutive items together")
              .required("n", whole(1, 1 << 30), "how many items")
              .optional(
                  "tail",
                  oneOf("emit", "drop", "pad", "wrap"),
                  "emit",
                  "what becomes of an epoch's last items, if they are fewer"),
          StageSyntax.of("repeat", "several epochs, one after the other")
              .optional("n", wholeOrInf(1), "inf", "how many epochs"),
          StageSyntax.of("shuffle", "items mixed within a window that slides over them")
              .optional("seed", RecordIOConf.INPUT_SEED, "any number")
              .optional("window", RecordIOConf.INPUT_SHUFFLE_WINDOW, "items of the window")
              .optional("bytes", bytes(1), null, "the most bytes of the window"),
          StageSyntax.of("prefetch", "read ahead by a thread of its own")
              .optional("bytes", bytes(1), "64m", "the most bytes that wait")
              .optional("items", wholeOrInf(1), "inf", "the most items that wait"),
          StageSyntax.of("files", "files read side by side, each by a thread of its own")
              .required("threads", FILES, "how many files at a time")
              .optional(
                  "order",
                  oneOf("round_robin", "any"),
                  "round_robin",
                  "one item from each file in turn, or as items come"),
          StageSyntax.of("interleave", "an item of each of several files in turn")
              .required("k", FILES, "how many files at a time"),
          StageSyntax.of("take", "the first items").required("n", ITEMS, "how many"),
          StageSyntax.of("skip", "all but the first items").required("n", ITEMS, "how many"),
          StageSyntax.of("shard", "each n-th item, from the i-th on, from 0: one worker's")
              .required("shard", text("I/N, such as 0/4, I below N", Share::parse), "which worker"),
          StageSyntax.of("schema", "checks that each item has these fields")
              .several(
                  "fields",
                  text("fields such as \"data=uint8[3,32,32]:CHW\"", Schema.Field::parse),
                  "name, type, lengths (-1: any) and layout of each field, in quotes")
              .optional("columns", whole(1), null, "all indices of rows are below this number"),
          StageSyntax.of("zip", "items of several pipelines, side by side")
              .several("pipelines", text(), "the others, in quotes"));

  @Override
  public List<StageSyntax> syntaxes() {
    return SYNTAXES;
  }

  @Override
  public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments from)
      throws IOException {
    return (Stage<?>)
        switch (from.syntax().name()) {
          case "batch" ->
              Stages.batch(upstream, from.getInt("n"), from.getEnum("tail", Tail.class));
          case "repeat" -> Stages.repeat(upstream, from.getLong("n"));
          case "shuffle" -> shuffle(upstream, from);
          case "prefetch" ->
              Stages.prefetch(upstream, from.getLong("bytes"), from.getLong("items"));
          case "files" ->
              Stages.files(
                  placed(upstream),
                  from.getInt("threads"),
                  from.getText("order").equals("round_robin"));
          case "interleave" -> Stages.interleave(placed(upstream), from.getInt("k"));
          case "take" -> Stages.take(upstream, from.getLong("n"));
          case "skip" -> Stages.skip(upstream, from.getLong("n"));
          case "shard" -> {
            Share share = Share.parse(from.getText("shard"));
            yield Stages.shard(upstream, share.worker(), share.workers());
          }
          case "schema" -> schema(upstream, from);
          case "zip" -> zip(context, upstream, from);
          default -> throw new IllegalArgumentException(from.syntax().name());
        };
  }

  private static Reader<?> shuffle(Reader<?> reader, StageArguments from) {
    long seed = from.getLong("seed");
    int window = from.getInt("window");
    return from.has("bytes")
        ? Stages.shuffle(reader, seed, window, from.getLong("bytes"))
        : Stages.shuffle(reader, seed, window);
  }

  private static Reader<?> schema(Reader<?> reader, StageArguments from) {
    var schema = new Schema(from.getTexts("fields").stream().map(Schema.Field::parse).toList());
    return from.has("columns")
        ? Stages.schema(reader, schema, from.getLong("columns"))
        : Stages.schema(reader, schema);
  }

  @SuppressWarnings("unchecked") // items of files have places; other readers are refused
  private static Reader<Placed> placed(Reader<?> reader) {
    return (Reader<Placed>) reader;
  }

  private static Reader<?> zip(ReaderContext context, Stage<?> upstream, StageArguments from)
      throws IOException {
    var all = new ArrayList<Reader<?>>();
    all.add(upstream);
    try {
      for (String spec : from.getTexts("pipelines")) {
        all.add(context.open(spec));
      }
      return Stages.zip(all.toArray(new Reader<?>[0]));
    } catch (Throwable e) {
      for (Reader<?> opened : all.subList(1, all.size())) {
        try {
          opened.close();
        } catch (IOException closing) {
          e.addSuppressed(closing);
        }
      }
      throw e;
    }
  }
}
