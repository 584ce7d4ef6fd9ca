// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.Stage.MarkedSource;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.share.Generation;
import dev.recordio.reader.share.Progress;
import dev.recordio.reader.share.Remainder;
import dev.recordio.reader.share.Share;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Where a reader was: what it has handed out, from what input, in what order. Written as JSON of
 * some hundred bytes; of a run on several workers, each worker's state is needed to go on.
 *
 * <p>What is left of a run can be shared by any number of workers, unless a stage prevents that.
 * The sizes of batches, what is fetched ahead, and numbers of threads may change.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ReaderState {
  private static final int MAX_TEXT = 1000;

  private final List<SavedState> workers;
  private final List<String> names; // of each worker's state, for messages

  private ReaderState(List<SavedState> workers, List<String> names) {
    this.workers = List.copyOf(workers);
    this.names = List.copyOf(names);
  }

  private static ReaderState named(List<SavedState> workers, String from) {
    return new ReaderState(
        workers,
        workers.stream()
            .map(one -> "the state of shard " + one.worker() + "/" + one.workers() + from)
            .toList());
  }

  /** Returns the state of a pipeline. */
  static ReaderState capture(Stage<?> stage) {
    Resumption resumption = stage.resumption();
    if (resumption.by() == Resumption.By.NOBODY) {
      throw new UnsupportedOperationException(notResumable(resumption));
    }
    var marks = new long[stage.marks()];
    stage.mark(marks, 0);
    List<MarkedSource> sources = stage.sources();
    List<Hint> places = stage.places();
    var saved = new ArrayList<SavedState.SavedSource>();
    for (int i = 0; i < sources.size(); i++) {
      Source<?> source = sources.get(i).source();
      saved.add(
          SavedState.SavedSource.of(
              source.input(), source.share().remainder(), places.get(i), sources.get(i).at()));
    }
    Share share = sources.get(0).source().share();
    return named(
        List.of(
            new SavedState(
                SavedState.FORMAT,
                identity(stage),
                stage.items().kind(),
                share.worker(),
                share.workers(),
                sources.get(0).source().firstEpoch(),
                saved,
                marks)),
        "");
  }

  /** Returns what identifies the stages; of a long text, such as a list of files, its checksum. */
  private static String identity(Stage<?> stage) {
    String text = stage.identity();
    return text.length() <= MAX_TEXT
        ? text
        : text.substring(0, MAX_TEXT / 2) + "... SHA-256 " + InputIdentity.sha256Of(text);
  }

  private static String notResumable(Resumption resumption) {
    return resumption.stage()
        + " can't be resumed: what it has handed out depends on chance; leave it out, or choose an"
        + " order that is fixed";
  }

  /**
   * Returns the state of a run, by the states of all its workers, in any order.
   *
   * @throws InvalidSettingException when one is missing or comes twice, or they are of different
   *     runs
   */
  public static ReaderState of(List<ReaderState> states) {
    var all = new ArrayList<SavedState>();
    var names = new ArrayList<String>();
    for (ReaderState state : states) {
      all.addAll(state.workers);
      names.addAll(state.names);
    }
    if (all.isEmpty()) {
      throw new InvalidSettingException("no state to resume from");
    }
    return new ReaderState(all, names);
  }

  /**
   * Reads a state from its JSON: one or several workers' states, one after the other or in a list.
   *
   * @throws InvalidSettingException when it is none
   */
  public static ReaderState parse(String json) {
    return named(SavedState.parseAll(json), "");
  }

  /**
   * Reads a state from its JSON.
   *
   * @param file where it was read from, which messages then name
   * @throws InvalidSettingException when it is none
   */
  @InterfaceAudience.Private
  public static ReaderState parse(String json, String file) {
    return named(SavedState.parseAll(json), " (" + file + ")");
  }

  /** Makes a pipeline continue here. */
  void restore(Stage<?> stage) throws IOException {
    if (workers.isEmpty()) {
      throw new InvalidSettingException("no state to resume from");
    }
    SavedState one = workers.get(0);
    List<MarkedSource> sources = stage.sources();
    for (int w = 0; w < workers.size(); w++) {
      SavedState worker = workers.get(w);
      requireSame(worker.spec(), identity(stage), names.get(w) + " is of another pipeline");
      requireSame(
          worker.first(), one.first(), names.get(w) + " began with another epoch than the others");
      if (worker.sources().size() != sources.size() || worker.marks().length != stage.marks()) {
        throw new InvalidSettingException(
            names.get(w) + " is " + SavedState.NO_STATE + " of this pipeline");
      }
      for (int i = 0; i < sources.size(); i++) {
        worker.sources().get(i).input().require(sources.get(i).source().input());
      }
    }
    Resumption resumption = stage.resumption();
    switch (resumption.by()) {
      case ANY_WORKERS -> shareOut(stage);
      case SAME_WORKERS -> continueOwn(stage, resumption);
      default -> throw new UnsupportedOperationException(notResumable(resumption));
    }
  }

  private static void requireSame(Object saved, Object here, String what) {
    if (!saved.equals(here)) {
      throw new InvalidSettingException(what + ": expected " + here + ", found " + saved);
    }
  }

  /** Shares what all workers have left. */
  private void shareOut(Stage<?> stage) throws IOException {
    long[] marks = workers.get(0).marks().clone();
    requireSameStages(marks);
    List<MarkedSource> sources = stage.sources();
    for (int i = 0; i < sources.size(); i++) {
      Source<?> source = sources.get(i).source();
      Remainder left = left(i);
      long epoch = epoch(i);
      Share share = new Share(source.share().worker(), source.share().workers(), left);
      source.continueRun(share, hints(i), workers.get(0).first(), epoch);
      int at = sources.get(i).at();
      marks[at] = epoch;
      marks[at + 1] = 0;
    }
    stage.resume(marks, 0);
  }

  /** Checks that all workers have the same marks but for the sources' marks. */
  private void requireSameStages(long[] marks) {
    for (SavedState worker : workers) {
      long[] same = worker.marks().clone();
      for (SavedState.SavedSource source : worker.sources()) {
        int at = source.marksAt();
        System.arraycopy(marks, at, same, at, 2);
      }
      if (!Arrays.equals(same, marks)) {
        throw new InvalidSettingException(
            "the saved states are of different runs: their readers were reset at different places");
      }
    }
  }

  /** Makes the worker of the same number go on, each of as many as there were. */
  private void continueOwn(Stage<?> stage, Resumption resumption) throws IOException {
    List<MarkedSource> sources = stage.sources();
    Share share = sources.get(0).source().share();
    for (int i = 0; i < sources.size(); i++) {
      left(i); // checks that all workers are there, of one run
    }
    if (share.workers() != workers.get(0).workers()) {
      throw new InvalidSettingException(
          resumption.stage()
              + " can be resumed on as many workers as before only: expected "
              + workers.get(0).workers()
              + ", found "
              + share.workers());
    }
    SavedState own =
        workers.stream()
            .filter(saved -> saved.worker() == share.worker())
            .findFirst()
            .orElseThrow();
    for (int i = 0; i < sources.size(); i++) {
      SavedState.SavedSource saved = own.sources().get(i);
      sources
          .get(i)
          .source()
          .continueRun(
              new Share(share.worker(), share.workers(), saved.remainder()),
              List.of(saved.at()),
              own.first(),
              own.marks()[saved.marksAt()]);
    }
    stage.resume(own.marks(), 0);
  }

  /** Returns what is left of a source. */
  private Remainder left(int source) {
    var progress = new ArrayList<Progress>();
    for (int w = 0; w < workers.size(); w++) {
      SavedState worker = workers.get(w);
      SavedState.SavedSource saved = worker.sources().get(source);
      long epoch = worker.marks()[saved.marksAt()];
      long count = worker.marks()[saved.marksAt() + 1];
      boolean all = count == Source.ALL;
      progress.add(
          new Progress(
              names.get(w),
              new Share(worker.worker(), worker.workers(), saved.remainder()),
              all ? epoch + 1 : epoch,
              all ? 0 : count));
    }
    return Progress.remainderAfter(progress);
  }

  /** Returns the least epoch in which something may be left. */
  private long epoch(int source) {
    return workers.stream()
        .mapToLong(worker -> worker.marks()[worker.sources().get(source).marksAt()])
        .min()
        .orElseThrow();
  }

  private List<Hint> hints(int source) {
    return workers.stream().map(worker -> worker.sources().get(source).at()).toList();
  }

  /** Returns the JSON: a line for each worker. */
  @Override
  public String toString() {
    return workers.stream().map(SavedState::toJson).collect(Collectors.joining("\n"));
  }

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
  private record SavedState(
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
     * @param from the first epoch that earlier runs may not have read to its end
     * @param earlier how far the workers of these runs were, the earliest first
     * @param at a place from which the next item can be reached
     * @param marksAt where its marks are
     */
    record SavedSource(InputIdentity input, long from, List<String> earlier, Hint at, int marksAt) {
      SavedSource {
        earlier = earlier == null ? List.of() : List.copyOf(earlier);
      }

      static SavedSource of(InputIdentity input, Remainder left, Hint at, int marksAt) {
        List<String> earlier = left.generations().stream().map(Object::toString).toList();
        return new SavedSource(input, left.firstEpoch(), earlier, at, marksAt);
      }

      /** Returns what earlier runs have left. */
      Remainder remainder() {
        return new Remainder(from, earlier.stream().map(Generation::parse).toList());
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
}
