// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Where a reader was: the items it has handed out, its input and its order. Written as JSON of some
 * hundred bytes. To continue a run of several workers, the states of all workers are needed.
 *
 * <p>What is left of a run can be shared by any number of workers, unless a stage prevents that.
 * The sizes of batches, what is fetched ahead, and numbers of threads may change.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ReaderState {
  private static final int MAX_TEXT = 1000;

  private final List<Worker> workers;

  /** The state of one worker, and where it was read from. */
  private record Worker(SavedState state, String from) {
    String name() {
      return "the state of shard " + state.worker() + "/" + state.workers() + from;
    }

    SavedState.SavedSource source(int i) {
      return state.sources().get(i);
    }

    long epoch(int source) {
      return state.marks()[source(source).marksAt()];
    }

    Progress progress(int source) {
      Share share = new Share(state.worker(), state.workers(), source(source).remainder());
      long count = state.marks()[source(source).marksAt() + 1];
      return count == Source.ALL
          ? new Progress(name(), share, epoch(source) + 1, 0)
          : new Progress(name(), share, epoch(source), count);
    }
  }

  private ReaderState(List<Worker> workers) {
    this.workers = workers;
  }

  private static ReaderState of(List<SavedState> states, String from) {
    return new ReaderState(states.stream().map(state -> new Worker(state, from)).toList());
  }

  /** Returns the state of a pipeline. */
  static ReaderState capture(Stage<?> stage) {
    resumption(stage);
    var marks = new long[stage.marks()];
    stage.mark(marks, 0);
    List<MarkedSource> sources = stage.sources();
    List<Hint> places = stage.places();
    var saved = new ArrayList<SavedState.SavedSource>();
    for (int i = 0; i < sources.size(); i++) {
      Source<?> source = sources.get(i).source();
      Remainder left = source.share().remainder();
      saved.add(
          new SavedState.SavedSource(
              source.input(),
              left.firstEpoch(),
              left.generations().stream().map(Object::toString).toList(),
              places.get(i),
              sources.get(i).at(),
              source.counted()));
    }
    Source<?> first = sources.get(0).source();
    return of(
        List.of(
            new SavedState(
                SavedState.FORMAT,
                identity(stage),
                stage.items().kind(),
                first.worker(),
                first.share().workers(),
                first.firstEpoch(),
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

  /** Returns how a pipeline can be resumed, if it can. */
  private static Resumption resumption(Stage<?> stage) {
    Resumption resumption = stage.resumption();
    if (resumption.by() == Resumption.By.NOBODY) {
      throw new UnsupportedOperationException(
          resumption.stage()
              + " can't be resumed: its order depends on chance; leave it out, or choose an"
              + " order that is fixed");
    }
    return resumption;
  }

  /**
   * Returns the state of a run from the states of all its workers, in any order.
   *
   * @throws InvalidSettingException when one is missing or comes twice, or they are of different
   *     runs
   */
  public static ReaderState of(List<ReaderState> states) {
    List<Worker> all = states.stream().flatMap(state -> state.workers.stream()).toList();
    if (all.isEmpty()) {
      throw new InvalidSettingException("no state to resume from");
    }
    return new ReaderState(all);
  }

  /**
   * Reads a state from its JSON: one or several workers' states, one after the other or in a list.
   *
   * @throws InvalidSettingException when it is none
   */
  public static ReaderState parse(String json) {
    return of(SavedState.parseAll(json), "");
  }

  /**
   * Reads a state from its JSON.
   *
   * @param file the file it was read from, for messages
   * @throws InvalidSettingException when it is none
   */
  @InterfaceAudience.Private
  public static ReaderState parse(String json, String file) {
    return of(SavedState.parseAll(json), " (" + file + ")");
  }

  /**
   * Makes a pipeline continue here: with what all workers have left, or, if a stage needs as many
   * workers as before, where the worker of the same number was.
   */
  void restore(Stage<?> stage) throws IOException {
    List<MarkedSource> sources = stage.sources();
    requirePipeline(stage);
    Resumption resumption = resumption(stage);
    boolean shared = resumption.by() == Resumption.By.ANY_WORKERS;
    var left = new ArrayList<Remainder>(); // also checks that all workers are there, of one run
    for (int i = 0; i < sources.size(); i++) {
      int source = i;
      left.add(
          Progress.remainderAfter(workers.stream().map(each -> each.progress(source)).toList()));
    }
    List<Worker> from =
        shared ? workers : List.of(own(sources.get(0).source().share(), resumption.stage()));
    SavedState one = from.get(0).state;
    long[] marks = one.marks().clone();
    requireSameStages(sources, from, marks);
    for (int i = 0; i < sources.size(); i++) {
      int source = i;
      SavedState.SavedSource saved = one.sources().get(i);
      // The least epoch in which something may be left.
      long epoch = from.stream().mapToLong(each -> each.epoch(source)).min().orElseThrow();
      marks[saved.marksAt()] = epoch;
      marks[saved.marksAt() + 1] = shared ? 0 : marks[saved.marksAt() + 1];
      List<Hint> places = from.stream().map(each -> each.source(source).at()).toList();
      sources
          .get(i)
          .source()
          .continueRun(shared ? left.get(i) : saved.remainder(), places, one.first(), epoch);
    }
    stage.resume(marks, 0);
  }

  /** Checks that all states are of a pipeline and its input. */
  private void requirePipeline(Stage<?> stage) throws IOException {
    List<MarkedSource> sources = stage.sources();
    for (Worker worker : workers) {
      SavedState state = worker.state;
      requireSame(state.spec(), identity(stage), worker.name() + " is of another pipeline");
      requireSame(
          state.first(),
          workers.get(0).state.first(),
          worker.name() + " began with another epoch than the others");
      if (state.sources().size() != sources.size() || state.marks().length != stage.marks()) {
        throw new InvalidSettingException(
            worker.name() + " is " + SavedState.NO_STATE + " of this pipeline");
      }
      for (int i = 0; i < sources.size(); i++) {
        worker.source(i).input().require(sources.get(i).source().input());
      }
    }
  }

  private static void requireSame(Object saved, Object here, String what) {
    if (!saved.equals(here)) {
      throw new InvalidSettingException(what + ": expected " + here + ", found " + saved);
    }
  }

  /** Checks that all workers have the same marks but for the sources' marks. */
  private static void requireSameStages(
      List<MarkedSource> sources, List<Worker> workers, long[] marks) {
    for (Worker worker : workers) {
      long[] same = worker.state.marks().clone();
      for (MarkedSource each : sources) {
        System.arraycopy(marks, each.at(), same, each.at(), each.source().marks());
      }
      if (!Arrays.equals(same, marks)) {
        throw new InvalidSettingException(
            "the saved states are of different runs: their readers were reset at different places");
      }
    }
  }

  /** Returns the worker of the same number, each of as many as there were. */
  private Worker own(Share share, String stage) {
    int before = workers.get(0).state.workers();
    if (share.workers() != before) {
      throw new InvalidSettingException(
          stage
              + " can be resumed on as many workers as before only: expected "
              + before
              + ", found "
              + share.workers());
    }
    return workers.stream()
        .filter(worker -> worker.state.worker() == share.worker())
        .findFirst()
        .orElseThrow();
  }

  /** Returns the JSON: a line for each worker. */
  @Override
  public String toString() {
    return workers.stream().map(worker -> worker.state.toJson()).collect(Collectors.joining("\n"));
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

    /** Binds the types of a state that is read, which a reader does once. */
    private static final class Reading {
      static final ObjectMapper JSON = new ObjectMapper();
    }

    /**
     * What one source reads.
     *
     * @param input its files
     * @param from the first epoch that earlier runs may not have read to its end
     * @param earlier how far the workers of these runs were, the earliest first
     * @param at a place from which the next item can be reached
     * @param marksAt where its marks are
     * @param counted what its marks after the second one count
     */
    record SavedSource(
        InputIdentity input,
        long from,
        List<String> earlier,
        Hint at,
        int marksAt,
        List<String> counted) {
      SavedSource {
        earlier = earlier == null ? List.of() : List.copyOf(earlier);
        counted = counted == null ? List.of() : List.copyOf(counted);
      }

      /** Returns what earlier runs have left. */
      Remainder remainder() {
        return new Remainder(from, earlier.stream().map(Generation::parse).toList());
      }

      private void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("input");
        json.writeNumberField("files", input.files());
        json.writeNumberField("bytes", input.bytes());
        if (!input.sha256().isEmpty()) {
          json.writeStringField("sha256", input.sha256());
        }
        if (!input.listed().isEmpty()) {
          json.writeArrayFieldStart("listed");
          for (InputIdentity.Listed file : input.listed()) {
            json.writeStartObject();
            json.writeStringField("path", file.path());
            json.writeNumberField("length", file.length());
            json.writeNumberField("time", file.time());
            json.writeEndObject();
          }
          json.writeEndArray();
        }
        json.writeEndObject();
        json.writeNumberField("from", from);
        texts(json, "earlier", earlier);
        json.writeObjectFieldStart("at");
        json.writeNumberField("file", at.file());
        json.writeNumberField("offset", at.offset());
        json.writeNumberField("ordinal", at.ordinal());
        json.writeEndObject();
        json.writeNumberField("marksAt", marksAt);
        texts(json, "counted", counted);
        json.writeEndObject();
      }

      private static void texts(JsonGenerator json, String name, List<String> texts)
          throws IOException {
        if (!texts.isEmpty()) {
          json.writeFieldName(name);
          json.writeArray(texts.toArray(new String[0]), 0, texts.size());
        }
      }

      private boolean fits(long[] of) {
        return input != null
            && at != null
            && marksAt >= 0
            && marksAt <= of.length - 2
            && of[marksAt + 1] >= 0;
      }
    }

    /**
     * Returns the JSON, written field by field: binding the types first would take a tenth of a
     * second.
     */
    String toJson() {
      var text = new StringWriter();
      try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
        json.writeStartObject();
        json.writeStringField("format", format);
        json.writeStringField("spec", spec);
        json.writeStringField("item", item);
        json.writeNumberField("worker", worker);
        json.writeNumberField("workers", workers);
        json.writeNumberField("first", first);
        json.writeArrayFieldStart("sources");
        for (SavedSource source : sources) {
          source.write(json);
        }
        json.writeEndArray();
        json.writeFieldName("marks");
        json.writeArray(marks, 0, marks.length);
        json.writeEndObject();
      } catch (IOException e) {
        throw new UncheckedIOException("a text in memory can be written", e);
      }
      return text.toString();
    }

    /**
     * Reads states: one after the other, or in a list.
     *
     * @throws InvalidSettingException when the text is none
     */
    static List<SavedState> parseAll(String json) {
      var all = new ArrayList<SavedState>();
      try (JsonParser parser = Reading.JSON.createParser(json)) {
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
      SavedState state = Reading.JSON.treeToValue(json, SavedState.class);
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
              && sources.stream().allMatch(source -> source != null && source.fits(marks));
      if (!sound) {
        throw new InvalidSettingException(
            NO_STATE + ": fields are missing, or contradict each other");
      }
    }
  }
}
