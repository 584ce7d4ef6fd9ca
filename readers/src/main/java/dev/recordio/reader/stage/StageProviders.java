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
import dev.recordio.reader.share.Shard;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageSyntax;
import java.io.IOException;
import java.util.ArrayList;

/** How texts of pipelines name the stages of {@link Stages}. */
public final class StageProviders {
  private static final SettingType ITEMS = whole(0);
  private static final SettingType FILES = whole(1, 64);

  private StageProviders() {}

  /** A stage that {@link Stages} makes. */
  public abstract static class OfReader implements StageProvider {
    private final StageSyntax syntax;

    OfReader(StageSyntax syntax) {
      this.syntax = syntax;
    }

    abstract Reader<?> over(Reader<?> reader, StageArguments arguments);

    @Override
    public final StageSyntax syntax() {
      return syntax;
    }

    @Override
    public final Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments) {
      return (Stage<?>) over(upstream, arguments);
    }
  }

  /** {@code batch(n,tail=emit)}. */
  public static final class OfBatch extends OfReader {
    /** Creates the provider. */
    public OfBatch() {
      super(
          StageSyntax.of("batch", "consecutive items together")
              .required("n", whole(1, 1 << 30), "how many items")
              .optional(
                  "tail",
                  oneOf("emit", "drop", "pad", "wrap"),
                  "emit",
                  "what becomes of an epoch's last ones, if they are fewer"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.batch(reader, arguments.getInt("n"), arguments.getEnum("tail", Tail.class));
    }
  }

  /** {@code repeat(n=inf)}. */
  public static final class OfRepeat extends OfReader {
    /** Creates the provider. */
    public OfRepeat() {
      super(
          StageSyntax.of("repeat", "several epochs, one after the other")
              .optional("n", wholeOrInf(1), "inf", "how many epochs"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.repeat(reader, arguments.getLong("n"));
    }
  }

  /** {@code shuffle(seed=0,window=16384,bytes=...)}. */
  public static final class OfShuffle extends OfReader {
    /** Creates the provider. */
    public OfShuffle() {
      super(
          StageSyntax.of("shuffle", "items mixed within a window that slides over them")
              .optional("seed", RecordIOConf.INPUT_SEED, "any number")
              .optional("window", RecordIOConf.INPUT_SHUFFLE_WINDOW, "items of the window")
              .optional("bytes", bytes(1), null, "the most bytes of them"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      long seed = arguments.getLong("seed");
      int window = arguments.getInt("window");
      return arguments.has("bytes")
          ? Stages.shuffle(reader, seed, window, arguments.getLong("bytes"))
          : Stages.shuffle(reader, seed, window);
    }
  }

  /** {@code prefetch(bytes=64m,items=inf)}. */
  public static final class OfPrefetch extends OfReader {
    /** Creates the provider. */
    public OfPrefetch() {
      super(
          StageSyntax.of("prefetch", "read ahead by a thread of its own")
              .optional("bytes", bytes(1), "64m", "the most bytes that wait")
              .optional("items", wholeOrInf(1), "inf", "the most items that wait"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.prefetch(reader, arguments.getLong("bytes"), arguments.getLong("items"));
    }
  }

  /** {@code files(threads,order=round_robin)}. */
  public static final class OfFiles extends OfReader {
    /** Creates the provider. */
    public OfFiles() {
      super(
          StageSyntax.of("files", "files read side by side, each by a thread of its own")
              .required("threads", FILES, "how many files at a time")
              .optional(
                  "order",
                  oneOf("round_robin", "any"),
                  "round_robin",
                  "an item of each in turn, or as they come"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      boolean inTurn = arguments.getText("order").equals("round_robin");
      return Stages.files(placed(reader), arguments.getInt("threads"), inTurn);
    }
  }

  /** {@code interleave(k)}. */
  public static final class OfInterleave extends OfReader {
    /** Creates the provider. */
    public OfInterleave() {
      super(
          StageSyntax.of("interleave", "an item of each of several files in turn")
              .required("k", FILES, "how many files at a time"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.interleave(placed(reader), arguments.getInt("k"));
    }
  }

  @SuppressWarnings("unchecked") // items of files have places; other readers are refused
  private static Reader<Placed> placed(Reader<?> reader) {
    return (Reader<Placed>) reader;
  }

  /** {@code take(n)}. */
  public static final class OfTake extends OfReader {
    /** Creates the provider. */
    public OfTake() {
      super(StageSyntax.of("take", "the first items").required("n", ITEMS, "how many"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.take(reader, arguments.getLong("n"));
    }
  }

  /** {@code skip(n)}. */
  public static final class OfSkip extends OfReader {
    /** Creates the provider. */
    public OfSkip() {
      super(StageSyntax.of("skip", "all but the first items").required("n", ITEMS, "how many"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      return Stages.skip(reader, arguments.getLong("n"));
    }
  }

  /** {@code shard(i/n)}. */
  public static final class OfShard extends OfReader {
    /** Creates the provider. */
    public OfShard() {
      super(
          StageSyntax.of("shard", "each n-th item, from the i-th on, from 0: one worker's")
              .required(
                  "shard", text("I/N, such as 0/4, I below N", Shard::parse), "which worker"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      Shard shard = Shard.parse(arguments.getText("shard"));
      return Stages.shard(reader, shard.worker(), shard.workers());
    }
  }

  /** {@code schema("name=type[d,...]:LAYOUT",...)}. */
  public static final class OfSchema extends OfReader {
    /** Creates the provider. */
    public OfSchema() {
      super(
          StageSyntax.of("schema", "checks that each item has these fields")
              .several(
                  "fields",
                  text("fields such as \"data=uint8[3,32,32]:CHW\"", Schema.Field::parse),
                  "name, type, lengths (-1: any) and layout of each, in quotes")
              .optional("columns", whole(1), null, "indices of rows are below it"));
    }

    @Override
    Reader<?> over(Reader<?> reader, StageArguments arguments) {
      var schema =
          new Schema(arguments.getTexts("fields").stream().map(Schema.Field::parse).toList());
      return arguments.has("columns")
          ? Stages.schema(reader, schema, arguments.getLong("columns"))
          : Stages.schema(reader, schema);
    }
  }

  /** {@code zip("PIPELINE",...)}. */
  public static final class OfZip implements StageProvider {
    @Override
    public StageSyntax syntax() {
      return StageSyntax.of("zip", "items of several pipelines, side by side")
          .several("pipelines", text(), "the others, in quotes");
    }

    @Override
    public Stage<?> add(ReaderContext context, Stage<?> upstream, StageArguments arguments)
        throws IOException {
      var all = new ArrayList<Reader<?>>();
      all.add(upstream);
      try {
        for (String spec : arguments.getTexts("pipelines")) {
          all.add(context.open(spec));
        }
        return (Stage<?>) Stages.zip(all.toArray(new Reader<?>[0]));
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
}
