// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.bytes.Services;
import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordNumberRange;
import dev.recordio.conf.UnsignedKeys;
import dev.recordio.order.WeightParser;
import dev.recordio.reader.ReaderState;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.StageProvider;
import dev.recordio.reader.share.Share;
import dev.recordio.reader.spec.PipelineText;
import dev.recordio.reader.spec.StageCall;
import dev.recordio.reader.spec.StageSyntaxes;
import dev.recordio.store.manifest.IdRanges;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import dev.recordio.task.LibraryKeys;
import dev.recordio.testing.LocalFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** What users write: settings, pipelines, and states they saved. */
class SettingByteFuzzTest extends ByteFuzzTest {
  private final Configuration conf = LocalFiles.raw();
  private final List<ConfKey> keys =
      Stream.concat(LibraryKeys.ALL.stream(), Stream.of(StoreConf.values())).toList();
  private final List<String> prefixes =
      Services.own(SourceProvider.class).stream()
          .flatMap(provider -> provider.prefixes().stream())
          .toList();
  private final StageSyntaxes stages =
      StageSyntaxes.of(
          Services.own(StageProvider.class).stream()
              .flatMap(stages -> stages.syntaxes().stream())
              .toList());

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        target("setting", 500_000, this::setting),
        target("pipeline", 500_000, this::pipeline),
        target("numbers", 200_000, SettingByteFuzzTest::numbers),
        target("store-field", 300_000, SettingByteFuzzTest::field),
        target("weights", 200_000, SettingByteFuzzTest::weights),
        target("reader-state", 200_000, SettingByteFuzzTest::state));
  }

  private interface TextParser {
    void parse(String text) throws Exception;
  }

  private static ByteTarget target(String name, long wanted, TextParser parser) {
    return ByteTarget.of(
            name, wanted, bytes -> parser.parse(new String(bytes, StandardCharsets.UTF_8)))
        .refuses(InvalidSettingException.class);
  }

  /** A key by its name, and a value for it. */
  private void setting(String text) {
    String[] parts = text.split("=", 2);
    for (ConfKey key : keys) {
      if (parts.length == 2 && key.key().equals(parts[0])) {
        conf.set(key.key(), parts[1]);
        try {
          key.get(conf);
          key.normal(conf);
        } finally {
          conf.unset(key.key());
        }
      }
    }
  }

  private void pipeline(String text) {
    PipelineText pipeline = PipelineText.parse(text, prefixes);
    assertEquals(pipeline, PipelineText.parse(pipeline.toString(), prefixes));
    for (StageCall call : pipeline.stages()) {
      stages.find(call).read(call, conf);
    }
  }

  private static void numbers(String text) {
    int first = text.length() % 4;
    switch (first) {
      case 0 -> UnsignedKeys.parse(text);
      case 1 -> RecordNumberRange.parse(text);
      case 2 -> Share.parse(text);
      default -> IdRanges.parse(text, 1000);
    }
  }

  private static void field(String text) {
    StoreField field = StoreField.parse(text);
    assertEquals(field, StoreField.parse(field.toString()));
  }

  private static void weights(String text) {
    var parser = new WeightParser("weights.txt", 3);
    text.lines().forEach(parser::add);
    parser.end();
  }

  private static void state(String text) {
    ReaderState state = ReaderState.parse(text, "state.json");
    assertEquals(state.toString(), ReaderState.parse(state.toString()).toString());
  }
}
