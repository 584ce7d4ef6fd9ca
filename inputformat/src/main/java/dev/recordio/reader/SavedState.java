// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.conf.InvalidSettingException;
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
      new ObjectMapper()
          .setSerializationInclusion(JsonInclude.Include.NON_EMPTY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * What one source reads.
   *
   * @param input its files
   * @param earlier what earlier runs have left, as {@code Remainder} writes it; empty: all
   * @param at a place from which the next item can be reached
   * @param marksAt where its marks are
   */
  record SavedSource(InputIdentity input, String earlier, Hint at, int marksAt) {}

  String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads one.
   *
   * @throws InvalidSettingException when the text is none
   */
  static SavedState parse(String json) {
    SavedState state;
    try {
      state = JSON.readValue(json, SavedState.class);
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(NO_STATE + ": " + e.getOriginalMessage());
    }
    if (state == null || !FORMAT.equals(state.format)) {
      throw new InvalidSettingException(
          NO_STATE
              + ": expected the format "
              + FORMAT
              + ", found "
              + (state == null ? "nothing" : state.format));
    }
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
                        source.input != null
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
