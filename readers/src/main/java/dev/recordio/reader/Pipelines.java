// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.Services;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.reader.spec.PipelineText;
import dev.recordio.reader.spec.StageArguments;
import dev.recordio.reader.spec.StageCall;
import dev.recordio.reader.spec.StageSyntax;
import dev.recordio.reader.spec.StageSyntaxes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Makes pipelines of their texts, of the sources and stages that are declared as services. */
final class Pipelines {
  private Pipelines() {}

  /** A stage to be added. */
  private record Step(StageProvider provider, StageArguments arguments) {}

  /** Opens a pipeline: worker, first epoch and damage as the context specifies. */
  static Stage<?> open(ReaderContext context, String spec) throws IOException {
    List<SourceProvider> sources = all(SourceProvider.class, SourceProvider::prefix);
    List<StageProvider> stages = all(StageProvider.class, stage -> stage.syntax().usage());
    StageSyntaxes syntaxes = StageSyntaxes.of(stages.stream().map(StageProvider::syntax).toList());
    PipelineText text =
        PipelineText.parse(spec, sources.stream().map(SourceProvider::prefix).toList());
    var steps = new ArrayList<Step>(); // read before anything is opened
    for (StageCall call : text.stages()) {
      StageSyntax syntax = syntaxes.find(call);
      StageProvider provider = stages.get(syntaxes.all().indexOf(syntax));
      steps.add(new Step(provider, syntax.read(call, context.conf())));
    }
    Stage<?> stage = source(context, text, sources);
    try {
      for (Step step : steps) {
        stage = step.provider.add(context, stage, step.arguments);
      }
      var shard = Shard.parse(ReaderConf.SHARD.get(context.conf()));
      for (Source<?> source : stage.sources()) {
        if (shard.workers() > 1) {
          source.share(shard.worker(), shard.workers());
        }
      }
      return stage;
    } catch (Throwable e) {
      try (Stage<?> closing = stage) {
        throw e;
      }
    }
  }

  private static <T> List<T> all(Class<T> type, Function<T, String> name) {
    var all = new ArrayList<>(Services.own(type));
    for (T other : Services.ofThread(type)) {
      if (all.stream().noneMatch(own -> name.apply(own).equals(name.apply(other)))) {
        all.add(other);
      }
    }
    all.sort(Comparator.comparing(name));
    return all;
  }

  private static Source<?> source(
      ReaderContext context, PipelineText text, List<SourceProvider> providers) throws IOException {
    String prefix = text.prefix();
    SourceProvider provider =
        prefix == null
            ? byContent(context.conf(), text, providers)
            : providers.stream().filter(p -> p.prefix().equals(prefix)).findFirst().orElseThrow();
    Source<?> source = provider.open(context, text.withStages(List.of()).toString(), text.input());
    long epoch = RecordIOConf.INPUT_EPOCH.getLong(context.conf());
    if (epoch < 0) {
      throw new InvalidSettingException(
          RecordIOConf.INPUT_EPOCH + " is " + epoch + "; a reader's first epoch is at least 0");
    }
    source.startAt(epoch);
    return source;
  }

  private static SourceProvider byContent(
      Configuration conf, PipelineText text, List<SourceProvider> providers) throws IOException {
    String input = text.input();
    List<FileStatus> files = InputListing.list(conf, RowInputs.paths(input), null);
    if (files.isEmpty()) {
      throw new FileNotFoundException(
          "no file with bytes, so what it holds can't be found out: name the kind of source before"
              + " it, as in recordio:"
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
