// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.jobs.run.error.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;

/** Reads the bytes of sources. Archives stay open from one source to the next. */
public final class SourceReader implements Closeable {
  private final Configuration conf;
  private final ListedFiles listed;
  private final ReadRetries retries;
  private final WholeFiles files;
  private final SliceReader slices;
  private final Progressable progress;
  private TarMembers tars;
  private SequenceFiles.Values sequence;

  /** Makes a reader that calls {@code progress} for every mebibyte it skips in an archive. */
  public SourceReader(Configuration conf, Progressable progress) throws IOException {
    this.conf = conf;
    listed = new ListedFiles(conf);
    retries = new ReadRetries(conf, progress);
    files = new WholeFiles(conf, listed, retries);
    slices = new SliceReader(conf);
    this.progress = progress;
  }

  /**
   * Appends the content of {@code source} to {@code payload}.
   *
   * @throws IOException when it can't be read or differs from the plan
   * @throws java.io.UncheckedIOException when the local disk can't hold what must be unpacked to
   *     it: the source is not at fault
   */
  public void read(Source source, PayloadBuilder payload) throws IOException {
    switch (source.kind) {
      case FILE -> files.read(source, payload);
      case UNREADABLE -> throw new SourceErrors.Fault(source.name);
      default -> readMember(source, payload);
    }
  }

  /** Returns what repeats reads that fail. */
  public ReadRetries retries() {
    return retries;
  }

  /** Checks, before a sample is read, that its file has not changed since it was listed. */
  public void checkFileOf(Source sample) throws IOException {
    listed.checkArchive(sample);
  }

  /** Returns what reads whole files; any thread may use it. */
  public WholeFiles files() {
    return files;
  }

  private void readMember(Source source, PayloadBuilder payload) throws IOException {
    boolean[] again = {false};
    retries.append(
        payload,
        () -> {
          if (again[0]) {
            restart(source);
          }
          again[0] = true;
          readMemberOnce(source, payload);
        });
  }

  private void restart(Source source) throws IOException {
    if (source.kind == Source.Kind.TAR_ENTRY && tars != null) {
      tars.restart(source.path);
    } else if (source.kind == Source.Kind.SEQUENCE && sequence != null) {
      SequenceFiles.Values failed = sequence;
      sequence = null;
      failed.close();
    }
  }

  private void readMemberOnce(Source source, PayloadBuilder payload) throws IOException {
    listed.checkArchive(source);
    switch (source.kind) {
      case SLICE, STORED, DEFLATED -> slices.read(source, payload);
      case TAR_ENTRY -> readTarEntry(source, payload);
      case SEQUENCE -> readSequence(source, payload);
      default -> throw new AssertionError(source.kind);
    }
  }

  /**
   * Ends reading.
   *
   * @throws BadInputException when an archive has changed while its members were read
   */
  public void finish() throws IOException {
    listed.finish();
  }

  private void readTarEntry(Source source, PayloadBuilder payload) throws IOException {
    tars = tars == null ? new TarMembers(conf, progress) : tars;
    tars.read(source, payload);
  }

  private void readSequence(Source source, PayloadBuilder payload) throws IOException {
    if (sequence != null && !sequence.path().equals(source.path)) {
      SequenceFiles.Values done = sequence;
      sequence = null;
      done.close();
    }
    if (sequence == null) {
      sequence = new SequenceFiles.Values(conf, source.path);
    }
    sequence.read(source, payload);
  }

  @Override
  public void close() throws IOException {
    try (slices;
        Closeable unpacked = tars;
        Closeable records = sequence) {
      tars = null;
      sequence = null;
    }
  }
}
