// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.sparse.text.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder that an engine is to read, and what is in it.
 *
 * @param name says which
 * @param files the data, by file name
 * @param records what records the files hold; none in folders of text
 * @param rows what rows: the file's name, a tab, and the row as text; none in folders of records
 * @param splitSize the most bytes of a split; the engine may cut into smaller ones
 * @param settings keys of this project, and their values
 */
public record EngineInput(
    String name,
    Map<String, byte[]> files,
    List<ReadRecord> records,
    List<String> rows,
    long splitSize,
    Map<String, String> settings) {

  static EngineInput ofRecords(
      String name, Map<String, byte[]> files, List<ReadRecord> records, long splitSize) {
    return new EngineInput(name, files, records, List.of(), splitSize, Map.of());
  }

  static EngineInput ofRows(
      String name, Map<String, byte[]> files, List<String> rows, long splitSize) {
    return new EngineInput(name, files, List.of(), rows, splitSize, Map.of());
  }

  EngineInput with(String key, String value) {
    var more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new EngineInput(name, files, records, rows, splitSize, more);
  }

  EngineInput withFile(String file, byte[] bytes) {
    var more = new LinkedHashMap<>(files);
    more.put(file, bytes);
    return new EngineInput(name, more, records, rows, splitSize, settings);
  }

  /** Adds a file with the rows of a fixture; it is compressed as its name says. */
  EngineInput withRows(String file, String fixture) {
    var more = new ArrayList<>(rows);
    more.addAll(EngineInputs.rows(file, fixture));
    EngineInput input = withFile(file, EngineInputs.packed(file, Texts.bytes(fixture)));
    return new EngineInput(name, input.files, records, more, splitSize, settings);
  }

  /** Returns the names of the files with data, for an engine that reads one after the other. */
  public Set<String> dataFiles() {
    Stream<String> withData =
        Stream.concat(
            records.stream().map(ReadRecord::file),
            rows.stream().map(row -> row.substring(0, row.indexOf('\t'))));
    Set<String> names = withData.collect(Collectors.toCollection(LinkedHashSet::new));
    return names.isEmpty() ? files.keySet() : names; // all of what can't be read
  }

  /** Returns the settings together with Hadoop's key for the size of splits. */
  public Map<String, String> keys() {
    var keys = new LinkedHashMap<>(settings);
    keys.put("mapreduce.input.fileinputformat.split.maxsize", Long.toString(splitSize));
    return keys;
  }
}
