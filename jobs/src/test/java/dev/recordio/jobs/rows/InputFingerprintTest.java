// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.ConfKeys;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrSettings;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exactly the keys that change a result are in its fingerprint. */
class InputFingerprintTest {
  /** For every key, one of these is a value other than its default. */
  private static final List<String> VALUES =
      List.of(
          "weight",
          "caffe",
          "natural",
          "zeros",
          "7",
          "100",
          "1",
          "true",
          "false",
          "none",
          "skip",
          "new",
          "key",
          "qid",
          "image",
          "equal",
          "lenient",
          "libsvm",
          "u64",
          "ordinal",
          "root",
          "0-1",
          "0/2",
          "a=1",
          "jdk",
          "accept",
          ".png",
          "3",
          "1,2,3",
          "count",
          "pad",
          "uint8",
          "nhwc",
          "0.5",
          "2.5",
          "files",
          "tfrecord",
          "gzip",
          "sequencefile",
          "plain",
          "insightface",
          "spark",
          "1:2",
          "7d",
          "offset-first",
          "refuse",
          "GBK",
          "1m");

  private static final List<FileStatus> FILES =
      List.of(new FileStatus(5, false, 1, 1, 1000, new Path("file:/in/a")));

  private interface Result {
    InputFingerprint of(Configuration conf, List<FileStatus> files);
  }

  private static Configuration conf(String format) {
    var conf = new Configuration(false);
    LibSvmConf.FORMAT.set(conf, format);
    return conf;
  }

  private static boolean isOther(ConfKey key, Configuration before, Configuration after) {
    try {
      return !key.normal(after).equals(key.normal(before));
    } catch (InvalidSettingException e) {
      return false; // the next value, then
    }
  }

  private static Configuration withAnother(ConfKey key, Configuration conf) {
    return VALUES.stream()
        .map(
            value -> {
              var other = new Configuration(conf);
              key.set(other, value);
              return other;
            })
        .filter(other -> isOther(key, conf, other))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no value for " + key + ", which " + key.takes()));
  }

  /** Returns the keys that change a fingerprint, each changed separately. */
  private static Set<ConfKey> changing(Result result, String format) {
    var changing = new TreeMap<String, ConfKey>();
    Configuration conf = conf(format);
    InputFingerprint before = result.of(conf, FILES);
    for (ConfKey key : ConfKeys.ALL) {
      InputFingerprint after = result.of(withAnother(key, conf), FILES);
      if (!after.equals(before)) {
        changing.put(key.key(), key);
        if (key != LibSvmConf.FORMAT) {
          assertEquals("other settings: " + key, after.difference(before.toJson()));
        }
      }
    }
    return Set.copyOf(changing.values());
  }

  private static boolean changesCsr(ConfKey key, String format) {
    return key instanceof SegmentConf
        || key instanceof CsrConf csr && csr.changesOutput()
        || key instanceof LibSvmConf rows && rows.changesRows()
        || key instanceof RecordIOConf records && records.changesRecords() && !format.equals("csv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "rowblock", "sagemaker"})
  void theKeysThatChangeTheOutputOfCsrAndNoOthersChangeItsFingerprint(String format) {
    var expected = new TreeSet<String>();
    ConfKeys.ALL.stream()
        .filter(key -> changesCsr(key, format))
        .forEach(key -> expected.add(key.key()));
    var found = new TreeSet<String>();
    changing(CsrSettings::fingerprint, format).forEach(key -> found.add(key.key()));
    assertEquals(expected, found);
    assertTrue(expected.contains(CsrConf.TO.key()), "the loop has seen keys of csr");
    assertEquals(!format.equals("csv"), expected.contains(RecordIOConf.CORRUPT_POLICY.key()));
  }

  @Test
  void statisticsDoNotDependOnHowColumnsAreNamedAndWritten() {
    assertEquals(
        Set.of(
            LibSvmConf.FORMAT,
            LibSvmConf.ARGUMENTS,
            LibSvmConf.LABELS,
            LibSvmConf.LABEL_COLUMNS,
            LibSvmConf.MODE,
            LibSvmConf.DROP,
            LibSvmConf.MISSING,
            LibSvmConf.CSV_LABEL,
            LibSvmConf.CSV_WEIGHT,
            LibSvmConf.CSV_QID,
            LibSvmConf.CSV_IGNORE,
            LibSvmConf.CSV_CATEGORICAL,
            LibSvmConf.CSV_HASH_BITS,
            LibSvmConf.CSV_ALTERNATE_SIGN,
            LibSvmConf.CSV_NA_WORDS,
            LibSvmConf.CSV_NAMES,
            SegmentConf.SEGMENT_SIZE),
        changing(InputFingerprint::ofStats, "csv"));
  }

  @ParameterizedTest
  @CsvSource({
    "recordio.csr.shard-size, 1m, 1024k",
    "recordio.csr.shard-rows, 0x10, 16",
    "recordio.csr.deflate, TRUE, true",
    "recordio.csr.to, NPZ, npz",
    "libsvm.format, CSV, csv",
    "libsvm.arguments, header=yes&label_column=0, label_column=0&header=yes"
  })
  void aValueThatIsWrittenOtherwiseIsTheSame(String key, String one, String other) {
    Configuration first = conf("csv");
    first.set(key, one);
    var second = new Configuration(first);
    second.set(key, other);
    assertEquals(CsrSettings.fingerprint(first, FILES), CsrSettings.fingerprint(second, FILES));
  }
}
