// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.fs.stream.Files;
import java.io.CharConversionException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the command {@code stats} keeps beside its input under {@code --sidecar auto}. */
public final class StatsFile {
  private static final Logger LOG = LoggerFactory.getLogger(StatsFile.class);
  private static final int UNKNOWN = -1;

  private final Configuration conf;
  private final TextSettings settings;

  StatsFile(Configuration conf, TextSettings settings) {
    this.conf = conf;
    this.settings = settings;
  }

  /** A file by what tells whether it is still the same. */
  private record Source(String path, long length, long mtime) {}

  /**
   * Returns the number of features of {@code files} by the statistics of these files: by their
   * paths, lengths and times, and by format, arguments, labels and mode.
   *
   * @return -1 when there are none that are known to be theirs
   */
  long features(List<FileStatus> files) throws IOException {
    for (Path place : places(files)) {
      JsonNode kept = read(place);
      if (kept != null && isOf(kept.path("fingerprint"), files)) {
        long declared = kept.path("stats").path("declaredColumns").asLong(UNKNOWN);
        if (declared != UNKNOWN) {
          return declared;
        }
        JsonNode largest = kept.path("stats").path("maxIndex");
        if (largest.isNull()) {
          return 0;
        }
        if (largest.isIntegralNumber() && settings.base() != IndexBase.AUTO) {
          BigInteger first = BigInteger.valueOf(settings.base().first());
          // More than a vector can have is an error at the caller, whatever it is.
          return largest.bigIntegerValue().subtract(first).add(BigInteger.ONE).longValue();
        }
      }
    }
    return UNKNOWN;
  }

  /** Returns where {@code stats} may have left its result: for the folder, or for the one file. */
  private static List<Path> places(List<FileStatus> files) {
    var folders = new HashSet<Path>();
    files.forEach(file -> folders.add(file.getPath().getParent()));
    if (folders.size() != 1) {
      return List.of();
    }
    Path folder = folders.iterator().next();
    Path ofFolder = new Path(folder, "_stats.json");
    return files.size() == 1
        ? List.of(
            new Path(folder, "." + files.get(0).getPath().getName() + ".stats.json"), ofFolder)
        : List.of(ofFolder);
  }

  private JsonNode read(Path place) throws IOException {
    FileSystem fs = place.getFileSystem(conf);
    try {
      return new ObjectMapper().readTree(Files.readAll(fs, place));
    } catch (FileNotFoundException e) {
      return null;
    } catch (AccessControlException | JsonProcessingException | CharConversionException e) {
      LOG.warn(
          "{} is not what stats writes, or not for all, and not used: {}", place, e.getMessage());
      return null;
    }
  }

  /** Returns the setting that statistics were made with; the default where they do not say. */
  private static String kept(JsonNode keys, LibSvmConf key) {
    return keys.path(key.key()).asText(key.definition().defaultValue());
  }

  private boolean isOf(JsonNode fingerprint, List<FileStatus> files) {
    var kept = new HashSet<Source>();
    for (JsonNode source : fingerprint.path("sources")) {
      kept.add(
          new Source(
              source.path("path").asText(),
              source.path("length").asLong(),
              source.path("mtime").asLong()));
    }
    var found = new HashSet<Source>();
    for (FileStatus file : files) {
      found.add(new Source(file.getPath().toString(), file.getLen(), file.getModificationTime()));
    }
    JsonNode keys = fingerprint.path("settings");
    return kept.equals(found)
        && Stream.of(LibSvmConf.FORMAT, LibSvmConf.ARGUMENTS, LibSvmConf.LABELS, LibSvmConf.MODE)
            .allMatch(key -> key.normal(conf).equals(kept(keys, key)));
  }
}
