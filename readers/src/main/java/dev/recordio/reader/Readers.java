// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.Services;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.Stage.MarkedSource;
import dev.recordio.reader.share.Share;
import dev.recordio.reader.spec.PipelineText;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageCall;
import dev.recordio.reader.spec.StageSyntax;
import dev.recordio.reader.spec.StageSyntaxes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Opens pipelines of readers:
 *
 * <pre>
 * try (Reader&lt;RecordBatch&gt; reader =
 *     Readers.open(conf, "recordio:/data | order(epoch,seed=7) | batch(256) | prefetch(64m)")) {
 *   while (reader.next()) {
 *     train(reader.get());
 *   }
 * }
 * </pre>
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Readers {
  private Readers() {}

  /**
   * Opens the pipeline of the key {@code recordio.reader.spec}.
   *
   * @see #open(Configuration, String)
   */
  public static <T> Reader<T> open(Configuration conf) throws IOException {
    String spec = ReaderConf.SPEC.get(conf);
    if (spec.isEmpty()) {
      throw new InvalidSettingException(ReaderConf.SPEC + " is not set: it takes a pipeline");
    }
    return open(conf, spec);
  }

  /**
   * Opens a pipeline. The keys {@code recordio.reader.shard} and {@code recordio.input.epoch}
   * specify worker and first epoch, {@code recordio.input.corrupt-record.*} what is done with
   * damage.
   *
   * @param spec its text: {@code INPUT | stage | stage}
   * @param <T> the items, which the text specifies: {@link Record} or {@link Row}; {@link
   *     RecordBatch} or {@link RowBatch} for batches
   * @throws InvalidSettingException when the text is invalid; the message has the nearest right one
   * @throws IOException when the input can't be listed
   */
  public static <T> Reader<T> open(Configuration conf, String spec) throws IOException {
    DamageSettings damage = DamageSettings.of(conf);
    damage.requireQuarantineFolder();
    if (!damage.quarantines()) {
      return open(conf, spec, DamageTracker.of(conf, null));
    }
    var file = new Path(damage.quarantineFolder(), "reader-" + UUID.randomUUID() + ".tsv");
    var quarantine = new QuarantineFile(conf, file);
    Stage<T> stage = open(conf, spec, DamageTracker.of(conf, quarantine));
    stage.closeAlso(quarantine);
    return stage;
  }

  /**
   * Opens a pipeline.
   *
   * @param damage decides about damaged records, and counts them
   */
  @InterfaceAudience.Private
  @SuppressWarnings("unchecked") // the caller knows what the text specifies
  public static <T> Stage<T> open(Configuration conf, String spec, DamageTracker damage)
      throws IOException {
    return (Stage<T>) Pipelines.open(new ReaderContext(conf, damage), spec);
  }

  /**
   * Returns the items of a reader, up to its end, as copies, which last. {@code hasNext} reads an
   * item ahead. An {@link IOException} of the reader comes as an {@link
   * java.io.UncheckedIOException}; closing the reader is left to the caller.
   */
  public static <T> Iterator<T> iterator(Reader<T> reader) {
    return new ReaderIterator<>(stage(reader));
  }

  /** Returns the same items as a stream; closing it closes the reader. */
  public static <T> Stream<T> stream(Reader<T> reader) {
    var items =
        Spliterators.spliteratorUnknownSize(
            iterator(reader), Spliterator.ORDERED | Spliterator.NONNULL);
    return StreamSupport.stream(items, false).onClose(() -> close(reader));
  }

  private static void close(Reader<?> reader) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> Stage<T> stage(Reader<T> reader) {
    if (reader instanceof Stage<T> stage) {
      return stage;
    }
    throw new IllegalArgumentException(
        "how items of " + reader.getClass() + " are copied is not known");
  }

  private static final class ReaderIterator<T> implements Iterator<T> {
    private final Stage<T> reader;
    private boolean there; // the reader's current item is the next one
    private boolean ended;

    ReaderIterator(Stage<T> reader) {
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      if (!there && !ended) {
        try {
          there = reader.next();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        ended = !there;
      }
      return there;
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the reader has no more items");
      }
      T copy = reader.items().copy(reader.get());
      there = false;
      return copy;
    }
  }

  /** Makes pipelines of their texts, of the sources and stages that are declared as services. */
  static final class Pipelines {
    private Pipelines() {}

    /** A stage to be added. */
    private record Step(StageProvider provider, StageArguments arguments) {}

    /** Opens a pipeline: worker, first epoch and damage as the context specifies. */
    static Stage<?> open(ReaderContext context, String spec) throws IOException {
      List<SourceProvider> sources = all(SourceProvider.class, SourceProvider::prefixes);
      var stages =
          new TreeMap<StageSyntax, StageProvider>(Comparator.comparing(StageSyntax::usage));
      for (StageProvider provider :
          all(StageProvider.class, one -> List.of(one.getClass().getName()))) {
        provider.syntaxes().forEach(syntax -> stages.putIfAbsent(syntax, provider));
      }
      StageSyntaxes syntaxes = StageSyntaxes.of(stages.keySet());
      List<String> prefixes =
          sources.stream().flatMap(source -> source.prefixes().stream()).sorted().toList();
      PipelineText text = PipelineText.parse(spec, prefixes);
      var steps = new ArrayList<Step>(); // read before anything is opened
      for (StageCall call : text.stages()) {
        StageSyntax syntax = syntaxes.find(call);
        steps.add(new Step(stages.get(syntax), syntax.read(call, context.conf())));
      }
      Stage<?> stage = text.isMix() ? null : source(context, text, sources);
      try {
        for (Step step : steps) {
          stage = step.provider.add(context, stage, step.arguments);
        }
        var shard = Share.parse(ReaderConf.SHARD.get(context.conf()));
        for (MarkedSource each : stage.sources()) {
          if (shard.workers() > 1) {
            each.source().share(shard.worker(), shard.workers());
          }
        }
        return stage;
      } catch (Throwable e) {
        try (Stage<?> closing = stage) {
          throw e;
        }
      }
    }

    private static <T> List<T> all(Class<T> type, Function<T, List<String>> names) {
      var all = new ArrayList<>(Services.own(type));
      for (T other : Services.ofThread(type)) {
        List<String> found = names.apply(other);
        if (all.stream().allMatch(own -> Collections.disjoint(names.apply(own), found))) {
          all.add(other);
        }
      }
      all.sort(Comparator.comparing(one -> names.apply(one).get(0)));
      return all;
    }

    private static Source<?> source(
        ReaderContext context, PipelineText text, List<SourceProvider> providers)
        throws IOException {
      String prefix = text.prefix();
      SourceProvider provider =
          prefix == null
              ? byContent(context.conf(), text, providers)
              : providers.stream()
                  .filter(p -> p.prefixes().contains(prefix))
                  .findFirst()
                  .orElseThrow();
      Source<?> source =
          provider.open(
              context,
              prefix == null ? provider.prefixes().get(0) : prefix,
              text.withStages(List.of()).toString(),
              text.input());
      source.startAt(context.firstEpoch());
      return source;
    }

    private static SourceProvider byContent(
        Configuration conf, PipelineText text, List<SourceProvider> providers) throws IOException {
      String input = text.input();
      List<FileStatus> files = InputListing.list(conf, RowInputs.paths(input), null);
      if (files.isEmpty()) {
        throw new FileNotFoundException(
            "no file with bytes, so its format is unknown: name the kind of source, as in recordio:"
                + input);
      }
      var first = new InputRange(files.get(0).getPath(), 0, Long.MAX_VALUE);
      try (ChunkReader in = InputOpener.pieces(conf, first)) {
        in.fill(0, FileSignature.HEAD_BYTES, FileSignature.HEAD_BYTES);
        return providers.stream()
            .filter(provider -> provider.fits(in.buffer(), in.filled()))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        first.path()
                            + " is neither RecordIO nor text"
                            + FileSignature.hint(in.buffer(), in.filled())));
      }
    }
  }
}
