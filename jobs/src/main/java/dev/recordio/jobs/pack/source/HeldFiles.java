// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Takes the files of a folder, and holds them back as long as all are of one format of samples by
 * their names; from the first one that is not, files are passed on. Files with an underscore at the
 * start are what writers leave beside their data.
 */
final class HeldFiles implements Source.Sink {
  private final InputScan.Foreign foreign;
  private final Source.Sink sink;
  private final List<Source> held = new ArrayList<>();
  private boolean passesOn;
  private String format; // null until a file has one

  HeldFiles(InputScan.Foreign foreign, Source.Sink sink) {
    this.foreign = foreign;
    this.sink = sink;
  }

  @Override
  public void accept(Source source) throws IOException {
    if (passesOn || source.kind != Source.Kind.FILE) {
      sink.accept(source);
      return;
    }
    String name = name(source);
    String named = name.startsWith("_") ? format : foreign.formatOf(name);
    boolean other = named == null && !name.startsWith("_") || source.length == Source.MISSING;
    if (other || format != null && !format.equals(named)) {
      passOn();
      sink.accept(source);
      return;
    }
    format = named;
    var copy = new Source();
    copy.copy(source);
    held.add(copy);
  }

  private static String name(Source source) {
    return source.path.substring(source.path.lastIndexOf('/') + 1);
  }

  private void passOn() throws IOException {
    passesOn = true;
    for (Source source : held) {
      sink.accept(source);
    }
    held.clear();
  }

  /** Returns the format of all files of the folder; null when there is none. */
  String format() {
    return passesOn ? null : format;
  }

  /**
   * Ends the folder.
   *
   * @return its files of the {@link #format}, in the order in which a folder of that format is
   *     walked; the others, if there is no format, are passed on
   */
  List<FileStatus> end() throws IOException {
    if (format() == null) {
      passOn();
      return List.of();
    }
    return held.stream()
        .filter(source -> !name(source).startsWith("_"))
        .sorted(Comparator.comparing(source -> source.path.replace('/', '\0'), InputScan.NAMES))
        .map(HeldFiles::status)
        .toList();
  }

  private static FileStatus status(Source source) {
    return new FileStatus(source.length, false, 1, 1, source.modified, new Path(source.path));
  }
}
