// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.cli.TsvCell;
import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The findings of all files: as lines, as JSON, and as a list for other commands. */
final class Findings {
  private record Entry(String file, Finding finding) {}

  private final PrintStream err;
  private final boolean quiet;
  private final List<Entry> entries = new ArrayList<>();
  private final ImageWarnings warnings = new ImageWarnings();
  private long files;
  private long records;

  /**
   * Begins with none.
   *
   * @param err gets a line for each
   * @param quiet whether notes are left out
   */
  Findings(PrintStream err, boolean quiet) {
    this.err = err;
    this.quiet = quiet;
  }

  /** Adds the findings of a file, from the reports of its ranges. */
  void add(String file, List<RangeReport> ranges) {
    FileVerdict verdict = FileVerdict.of(ranges);
    files++;
    records += verdict.sound();
    for (Finding finding : verdict.findings()) {
      entries.add(new Entry(file, finding));
      err.println(
          "recordio: "
              + Printable.of(finding.reason() + ": " + file)
              + " at offset "
              + finding.offset());
    }
    for (RangeReport range : ranges) {
      warnings.add(range.warned, range.warnings);
      range.notes.stream().filter(note -> !quiet).map(Printable::of).forEach(err::println);
      if (range.more > 0) {
        err.println(Printable.of(file) + ": " + range.more + " more findings are left out");
      }
    }
  }

  /** Returns how many there are. */
  long count() {
    return entries.size();
  }

  /** Returns the number of sound records. */
  long records() {
    return records;
  }

  /** Writes the list: file, offset, length, key or "-", reason. */
  void writeList(Configuration conf, Path path) throws IOException {
    try (var list = new FileReplacement(conf, path, UUID.randomUUID().toString())) {
      var text = new StringBuilder();
      for (Entry entry : entries) {
        Finding finding = entry.finding();
        text.append(TsvCell.escape(entry.file()))
            .append('\t')
            .append(finding.offset())
            .append('\t')
            .append(finding.length())
            .append('\t')
            .append(finding.hasKey() ? finding.keyText() : "-")
            .append('\t')
            .append(TsvCell.escape(finding.reason()))
            .append('\n');
      }
      list.out().write(text.toString().getBytes(StandardCharsets.UTF_8));
      list.commit();
    }
  }

  /** Returns the images that are sound but for something that loses none of their data. */
  ImageWarnings warnings() {
    return warnings;
  }

  /** Returns everything as a JSON object. */
  ObjectNode toJson() {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("files", files);
    root.put("records", records);
    ArrayNode damaged = root.putArray("damaged");
    for (Entry entry : entries) {
      Finding finding = entry.finding();
      ObjectNode node = damaged.addObject();
      node.put("file", entry.file());
      node.put("offset", finding.offset());
      node.put("length", finding.length());
      if (finding.hasKey()) {
        node.put("key", new BigInteger(finding.keyText()));
      } else {
        node.putNull("key");
      }
      node.put("reason", finding.reason());
    }
    return root;
  }
}
