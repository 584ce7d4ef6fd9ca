// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.share.Generation;
import dev.recordio.reader.share.Remainder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of one worker's reader, as it is written.
 *
 * @param format what this is, and its version
 * @param spec the pipeline, without what may change
 * @param item what an item is
 * @param worker which worker, from 0
 * @param workers how many there are
 * @param first the first epoch of the run
 * @param sources what the sources read
 * @param marks how far the stages are
 */
record SavedState(
    String format,
    String spec,
    String item,
    int worker,
    int workers,
    long first,
    List<SavedSource> sources,
    long[] marks) {
  static final String FORMAT = "recordio-reader-state-1";

  /** What an error calls a state that is none. */
  static final String NO_STATE = "not the state of a reader";

  private static final ObjectMapper JSON =
      new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_EMPTY);

  /**
   * What one source reads.
   *
   * @param input its files
   * @param from the first epoch of which earlier runs have left something
   * @param earlier how far the workers of these runs were, the earliest first
   * @param at a place from which the next item can be reached
   * @param marksAt where its marks are
   */
  record SavedSource(InputIdentity input, long from, List<String> earlier, Hint at, int marksAt) {
    SavedSource {
      earlier = earlier == null ? List.of() : List.copyOf(earlier);
    }

    static SavedSource of(InputIdentity input, Remainder left, Hint at, int marksAt) {
      List<String> earlier = left.generations().stream().map(Generation::toString).toList();
      return new SavedSource(input, left.firstEpoch(), earlier, at, marksAt);
    }

    /** Returns what earlier runs have left. */
    Remainder remainder() {
      return Remainder.of(from, earlier.stream().map(Generation::parse).toList());
    }
  }

  String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads states: one after the other, or in a list.
   *
   * @throws InvalidSettingException when the text is none
   */
  static List<SavedState> parseAll(String json) {
    var all = new ArrayList<SavedState>();
    try (JsonParser parser = JSON.createParser(json)) {
      while (parser.nextToken() != null) {
        JsonNode node = parser.readValueAsTree();
        for (JsonNode one : node.isArray() ? node : List.of(node)) {
          all.add(parse(one));
        }
      }
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(NO_STATE + ": " + JsonProblem.of(e));
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory can be read", e);
    }
    if (all.isEmpty()) {
      throw new InvalidSettingException(NO_STATE + ": expected JSON, found nothing");
    }
    return all;
  }

  private static SavedState parse(JsonNode json) throws JsonProcessingException {
    if (!FORMAT.equals(json.path("format").asText())) {
      throw new InvalidSettingException(
          NO_STATE
              + ": expected the format "
              + FORMAT
              + ", found "
              + (json.has("format") ? json.path("format") : "none"));
    }
    SavedState state = JSON.treeToValue(json, SavedState.class);
    state.check();
    return state;
  }

  private void check() {
    boolean sound =
        spec != null
            && workers >= 1
            && worker >= 0
            && worker < workers
            && sources != null
            && marks != null
            && sources.stream()
                .allMatch(
                    source ->
                        source != null
                            && source.input != null
                            && source.at != null
                            && source.marksAt >= 0
                            && source.marksAt + 2 <= marks.length
                            && marks[source.marksAt + 1] >= 0);
    if (!sound) {
      throw new InvalidSettingException(
          NO_STATE + ": fields are missing, or contradict each other");
    }
  }
}
