// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.job.JsonFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * What a result was made from. Two that are equal were made from the same files, as far as their
 * paths, lengths and times of modification tell, by the same settings and the same rules.
 *
 * @param version of the rules by which results are made
 * @param sources the files, in order
 * @param settings all that change the result, by name
 */
public record InputFingerprint(
    int version, List<SourceFile> sources, Map<String, String> settings) {
  private static final int STATS_VERSION = 6;

  /** Returns the fingerprint of statistics, which count columns as written, however many. */
  public static InputFingerprint ofStats(Configuration conf, List<FileStatus> files) {
    List<ConfKey> keys = keysOfRows(conf);
    keys.removeAll(List.of(LibSvmConf.INDEX_BASE, LibSvmConf.FEATURES));
    keys.add(SegmentConf.SEGMENT_SIZE);
    return of(STATS_VERSION, conf, files, keys);
  }

  /**
   * Returns the fingerprint of what is made from rows.
   *
   * @param version of the rules by which it is made
   * @param files of rows, and side files
   * @param others the keys that change it, beside those that change rows
   */
  public static InputFingerprint ofRows(
      int version, Configuration conf, List<FileStatus> files, List<ConfKey> others) {
    List<ConfKey> keys = keysOfRows(conf);
    keys.addAll(others);
    return of(version, conf, files, keys);
  }

  /** Returns the library's keys that change which rows the files have. */
  private static List<ConfKey> keysOfRows(Configuration conf) {
    var keys = new ArrayList<ConfKey>();
    Stream.of(LibSvmConf.values()).filter(LibSvmConf::changesRows).forEach(keys::add);
    if (TextSettings.of(conf).isRecords()) {
      Stream.of(RecordIOConf.values()).filter(RecordIOConf::changesRecords).forEach(keys::add);
    }
    return keys;
  }

  private static InputFingerprint of(
      int version, Configuration conf, List<FileStatus> files, List<ConfKey> keys) {
    var settings = new TreeMap<String, String>();
    keys.forEach(key -> settings.put(key.key(), key.normal(conf)));
    return new InputFingerprint(version, files.stream().map(SourceFile::of).toList(), settings);
  }

  /** Returns it as a manifest holds it. */
  public JsonNode toJson() {
    return JsonFiles.tree(this);
  }

  /** Whether a manifest holds this one. */
  public boolean equalsJson(JsonNode held) {
    return held != null && held.toString().equals(toJson().toString()); // numbers differ by class
  }

  /** Tells in a few words how a manifest's fingerprint differs from this one. */
  public String difference(JsonNode held) {
    JsonNode own = toJson();
    if (held == null || !own.path("version").asText().equals(held.path("version").asText())) {
      return "it was made by other rules";
    }
    if (!own.path("sources").toString().equals(held.path("sources").toString())) {
      return "the input files have changed, or are other files";
    }
    var changed = new StringJoiner(", ", "other settings: ", "");
    own.path("settings")
        .fields()
        .forEachRemaining(
            setting -> {
              if (!setting.getValue().equals(held.path("settings").get(setting.getKey()))) {
                changed.add(setting.getKey());
              }
            });
    return changed.toString();
  }
}
