// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.stats;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.TextSettings;
import dev.recordio.jobs.csr.CsrManifest;
import dev.recordio.jobs.csr.JsonFiles;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
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
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record InputFingerprint(
    int version, List<CsrManifest.Source> sources, Map<String, String> settings) {
  private static final int STATS_VERSION = 2;
  private static final int CSR_VERSION = 3; // shards are named by segment

  /** Returns that of statistics: the index base does not change them. */
  public static InputFingerprint ofStats(Configuration conf, List<FileStatus> files) {
    TextSettings text = TextSettings.of(conf);
    var settings = new TreeMap<String, String>();
    settings.put(RecordIOConf.LIBSVM_FORMAT.key(), text.format());
    settings.put(RecordIOConf.LIBSVM_MODE.key(), text.mode().name().toLowerCase(Locale.ROOT));
    settings.put("arguments", new TreeMap<>(text.arguments()).toString());
    putBytes(settings, RecordIOConf.CSR_SEGMENT_SIZE, conf);
    return new InputFingerprint(STATS_VERSION, sources(files), settings);
  }

  /**
   * Returns that of the output of csr.
   *
   * @param files of rows, and side files
   */
  public static InputFingerprint ofCsr(Configuration conf, List<FileStatus> files) {
    InputFingerprint stats = ofStats(conf, files);
    TextSettings text = TextSettings.of(conf);
    Map<String, String> settings = stats.settings();
    settings.put(RecordIOConf.LIBSVM_INDEX_BASE.key(), text.base().toString());
    settings.put(RecordIOConf.LIBSVM_FEATURES.key(), Long.toString(text.features()));
    for (RecordIOConf key :
        List.of(
            RecordIOConf.CSR_TO,
            RecordIOConf.CSR_SIDE_FILES,
            RecordIOConf.CSR_ROWBLOCK_INDEX_TYPE)) {
      settings.put(key.key(), key.get(conf).toLowerCase(Locale.ROOT));
    }
    for (RecordIOConf key : List.of(RecordIOConf.CSR_KEEP_GROUPS, RecordIOConf.CSR_DEFLATE)) {
      settings.put(key.key(), Boolean.toString(key.getBoolean(conf)));
    }
    putBytes(settings, RecordIOConf.CSR_SHARD_SIZE, conf);
    putBytes(settings, RecordIOConf.CSR_SHARD_ROWS, conf);
    return new InputFingerprint(CSR_VERSION, stats.sources(), settings);
  }

  private static void putBytes(Map<String, String> settings, RecordIOConf key, Configuration conf) {
    settings.put(key.key(), Long.toString(key.getBytes(conf)));
  }

  private static List<CsrManifest.Source> sources(List<FileStatus> files) {
    return files.stream()
        .map(
            file ->
                new CsrManifest.Source(
                    file.getPath().toString(), file.getLen(), file.getModificationTime()))
        .toList();
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
      return "the input files are others, or have changed";
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
