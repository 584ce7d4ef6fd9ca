// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.text.LineParser;
import dev.recordio.sparse.text.TextFormat;
import dev.recordio.sparse.text.TextOptions;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A format as a user's jar would add it: a row for each line that has words, an entry per word. */
public final class WordsFormat implements TextFormat {
  @Override
  public String name() {
    return "words";
  }

  @Override
  public String description() {
    return "word ...";
  }

  @Override
  public Set<String> arguments() {
    return Set.of("label");
  }

  @Override
  public LineParser parser(TextOptions options) {
    return new Words(Float.parseFloat(options.arguments().getOrDefault("label", "0")));
  }

  private static final class Words implements LineParser {
    private final float label;
    private final ParseCounters counters = new ParseCounters();
    private final RowTraits traits = new RowTraits();

    Words(float label) {
      this.label = label;
    }

    @Override
    public long parse(
        byte[] bytes, int from, int to, long fileOffset, long firstLine, CsrBlock out) {
      String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
      String[] lines = text.split("\n");
      for (String line : lines) {
        if (!line.isBlank()) {
          out.addRow(label);
          for (String word : line.split(" ")) {
            out.add(word.length(), 1);
          }
        }
      }
      return lines.length;
    }

    @Override
    public ParseCounters counters() {
      return counters;
    }

    @Override
    public RowTraits traits() {
      return traits;
    }
  }
}
