// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.commit.OutputFolder;
import dev.recordio.jobs.store.input.Column;
import dev.recordio.jobs.store.input.Columns;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written comes back through the inputs, and is what NumPy reads. */
class OutputFilesTest {
  private static final List<StoreField> FIELDS =
      Stream.of(
              "a=f4",
              "b=>i2",
              "c=S5",
              "d=<M8[s]",
              "e=f4[2,3]",
              "f=b1[7]",
              "g=>U3",
              "h=V7[2]",
              "i=c16",
              "j=V3",
              "k=i8[*]",
              "l=f2[*,3]",
              "m=<M8[ms][*]",
              "n=bytes",
              "o=text")
          .map(StoreField::parse)
          .toList();

  /** Prints type, shape, order and items of each array of a folder. */
  private static final String SHOW =
      """
      import glob, os, sys, numpy
      for folder in sys.argv[1:]:
          for name in sorted(os.path.basename(f) for f in glob.glob(folder + "/*.npy")):
              a = numpy.load(folder + "/" + name)
              descr = numpy.lib.format.dtype_to_descr(a.dtype)
              shape = ",".join(map(str, a.shape))
              assert a.flags.c_contiguous
              print(name, descr, shape, a.tobytes().hex(), sep="|")
      """;

  private final Configuration conf = new Configuration(LocalFiles.checked());

  @TempDir private Path folder;

  @BeforeEach
  void localFolder() {
    conf.set("mapreduce.cluster.local.dir", folder.resolve("local").toString());
  }

  private Path output() throws IOException {
    return Files.createDirectories(folder.resolve("out"));
  }

  private OutputFiles create(List<StoreField> fields, boolean ids, long records)
      throws IOException {
    return OutputFiles.create(conf, LocalFiles.path(output()), "", fields, ids, records);
  }

  /** Returns a value for each record, null for none; texts are of ASCII. */
  private static List<byte[]> values(FieldType type, int records, boolean absent) {
    var random = new Random(type.hashCode() * 31L + records);
    var values = new ArrayList<byte[]>();
    for (int i = 0; i < records; i++) {
      int length = type.isFixed() ? type.unitBytes() : random.nextInt(5) * type.unitBytes();
      byte[] value = new byte[length];
      for (int k = 0; k < length; k++) {
        value[k] = (byte) random.nextInt(type.item().startsWith("|b") ? 2 : 128);
      }
      values.add(absent && random.nextInt(3) > 0 ? null : value);
    }
    return values;
  }

  private static void write(FieldFile file, List<byte[]> values) throws IOException {
    for (byte[] value : values) {
      if (value == null) {
        file.absent();
      } else {
        byte[] within = new byte[value.length + 5];
        System.arraycopy(value, 0, within, 3, value.length);
        file.value(within, 3, value.length);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,false", "1,true", "9,false", "9,true"})
  void comesBackThroughTheInputsAndThroughNumPy(int records, boolean absent) throws Exception {
    try (OutputFiles files = create(FIELDS, true, records)) {
      for (int i = 0; i < FIELDS.size(); i++) {
        write(files.field(i), values(FIELDS.get(i).type(), records, absent));
      }
      for (int i = 0; i < records; i++) {
        files.id(1000 - i);
      }
      files.finish();
    }
    var shown = new ArrayList<String>();
    for (StoreField field : FIELDS) {
      List<byte[]> values = values(field.type(), records, absent);
      boolean payloads = field.type().item().isEmpty();
      String suffix = payloads ? ".rec" : ".npy";
      assertValues(field, values, output().resolve(field.name() + suffix));
      assertEquals(
          values.contains(null), Files.exists(output().resolve(field.name() + ".present.npy")));
      assertEquals(payloads, Files.exists(output().resolve(field.name() + ".ridx")));
      show(field, values, shown);
    }
    var ids = new StringBuilder("id.npy|<i8|" + records + "|");
    for (int i = 0; i < records; i++) {
      ids.append(hex64(1000 - i));
    }
    shown.add(ids.toString());
    if (absent && records > 1) { // a process is slow: once, with all kinds of files
      Python.assumeHas("numpy");
      shown.sort(null);
      assertEquals(String.join("\n", shown), Python.run(SHOW, output()));
    }
  }

  private void assertValues(StoreField field, List<byte[]> values, Path file) throws IOException {
    try (Column column = Columns.open(conf, field, file.toString());
        Column.Reader reader = column.read()) {
      assertEquals(values.size(), column.records());
      for (byte[] value : values) {
        assertTrue(reader.next());
        assertEquals(value != null, reader.isPresent(), field.name());
        int end = reader.offset() + reader.length();
        if (value != null) {
          assertArrayEquals(value, Arrays.copyOfRange(reader.buffer(), reader.offset(), end));
        }
      }
      assertFalse(reader.next());
    }
  }

  /** Adds what NumPy should show of the files of a field. */
  private static void show(StoreField field, List<byte[]> values, List<String> shown) {
    FieldType type = field.type();
    String items =
        values.stream()
            .map(
                v ->
                    HexFormat.of()
                        .formatHex(v != null ? v : new byte[Math.max(0, type.fixedBytes())]))
            .collect(Collectors.joining());
    var shape = new ArrayList<Object>();
    shape.add(values.size());
    if (type.kind() == FieldType.Kind.RAGGED) {
      long steps = 0;
      var offsets = new StringBuilder(hex64(0));
      for (byte[] value : values) {
        steps += value == null ? 0 : value.length / type.unitBytes();
        offsets.append(hex64(steps));
      }
      shape.set(0, steps);
      int count = values.size() + 1;
      shown.add(field.name() + ".offsets.npy|<i8|" + count + "|" + offsets);
    }
    shape.addAll(type.shape());
    if (!type.item().isEmpty()) {
      String axes = shape.stream().map(String::valueOf).collect(Collectors.joining(","));
      shown.add(field.name() + ".npy|" + type.item() + "|" + axes + "|" + items);
    }
    if (values.contains(null)) {
      String truths =
          values.stream().map(v -> v == null ? "00" : "01").collect(Collectors.joining());
      shown.add(field.name() + ".present.npy||b1|" + values.size() + "|" + truths);
    }
  }

  private static String hex64(long number) {
    return HexFormat.of().toHexDigits(Long.reverseBytes(number));
  }

  @Test
  void manyRowsAtOnceAreThoseOneByOne() throws IOException {
    StoreField field = StoreField.parse("x=i2[3]");
    byte[] rows = new byte[6 * 40_000];
    new Random(1).nextBytes(rows);
    try (OutputFiles files = create(List.of(field), false, 40_001)) {
      ((FieldFile.Fixed) files.field(0)).values(rows, 6, 39_999);
      files.field(0).absent();
      ((FieldFile.Fixed) files.field(0)).values(rows, 0, 1);
      files.finish();
    }
    byte[] file = Files.readAllBytes(output().resolve("x.npy"));
    byte[] expected = Arrays.copyOf(Arrays.copyOfRange(rows, 6, rows.length), 6 * 40_001);
    System.arraycopy(rows, 0, expected, 6 * 40_000, 6);
    assertArrayEquals(expected, Arrays.copyOfRange(file, 128, file.length));
    byte[] present = Files.readAllBytes(output().resolve("x.present.npy"));
    for (int i = 0; i < 40_001; i++) {
      assertEquals(i == 39_999 ? 0 : 1, present[128 + i]);
    }
  }

  @Test
  void longValuesOfVaryingLengthWaitOnTheDisk() throws IOException {
    StoreField field = StoreField.parse("x=u1[*]");
    var random = new Random(2);
    var values = new ArrayList<byte[]>();
    for (int length : new int[] {700_000, 0, 700_000, 3_000_000, 5, 1 << 20}) {
      byte[] value = new byte[length];
      random.nextBytes(value);
      values.add(value);
    }
    try (OutputFiles files = create(List.of(field), false, values.size())) {
      write(files.field(0), values);
      files.finish();
    }
    assertValues(field, values, output().resolve("x.npy"));
  }

  @Test
  void anotherNumberOfRecordsIsAnError() throws IOException {
    StoreField field = StoreField.parse("x=u1");
    try (OutputFiles files = create(List.of(field), false, 2)) {
      files.field(0).value(new byte[1], 0, 1);
      assertThrows(IllegalStateException.class, files::finish);
      files.field(0).value(new byte[1], 0, 1);
      assertThrows(IllegalStateException.class, () -> files.field(0).value(new byte[1], 0, 1));
      assertThrows(IllegalArgumentException.class, () -> files.field(0).value(new byte[2], 0, 2));
    }
  }

  @Test
  void whatIsNotFinishedIsNotReadAsWhole() throws IOException {
    StoreField field = StoreField.parse("x=u1");
    try (OutputFiles files = create(List.of(field), true, 2)) {
      files.field(0).value(new byte[1], 0, 1);
    }
    for (String name : List.of("x.npy", "id.npy")) {
      assertThrows(
          IOException.class,
          () -> Columns.open(conf, null, output().resolve(name).toString()).close());
    }
    // Nothing is replaced.
    assertThrows(IOException.class, () -> create(List.of(field), false, 2));
  }

  @Test
  void aFolderWithoutCommitIsRemoved() throws IOException {
    Path place = folder.resolve("deep/new");
    var path = LocalFiles.path(place);
    try (OutputFolder output = OutputFolder.claim(conf, path, List.of(), false)) {
      output.make();
      assertThrows(
          FileAlreadyExistsException.class, () -> OutputFolder.claim(conf, path, List.of(), false));
      OutputFiles.create(conf, output.path(), "", FIELDS, true, 3).close();
      assertTrue(Files.exists(place.resolve("id.npy")));
    }
    assertFalse(Files.exists(place));
    try (OutputFolder output = OutputFolder.claim(conf, path, List.of(), false)) {
      output.make();
      output.succeed();
    }
    assertTrue(Files.exists(place.resolve("_SUCCESS")));
  }
}
