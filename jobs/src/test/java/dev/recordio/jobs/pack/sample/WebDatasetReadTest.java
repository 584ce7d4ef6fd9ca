// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.Sample;
import dev.recordio.jobs.pack.Archives;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tars made in memory, scanned and read as by client and task. */
class WebDatasetReadTest {
  @TempDir Path temp;
  private final Configuration conf = LocalJobs.conf();

  /** A sample as it was read. */
  private record Read(String base, String image, List<Float> labels, long key, long id2) {
    static Read of(Source source, PayloadBuilder image, Sample sample) {
      var labels = new ArrayList<Float>();
      for (int i = 0; i < sample.labelCount(); i++) {
        labels.add(sample.labels()[i]);
      }
      String text = new String(image.bytes(), 0, image.length(), StandardCharsets.ISO_8859_1);
      return new Read(source.name, text, labels, sample.keyOr(-5), sample.id2());
    }
  }

  /** Makes a tar of names and texts in turn; a name may be there twice. */
  private static byte[] tar(String... namesAndTexts) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name())) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        byte[] text = namesAndTexts[i + 1].getBytes(StandardCharsets.ISO_8859_1);
        var entry = new TarArchiveEntry(namesAndTexts[i]);
        entry.setSize(text.length);
        tar.putArchiveEntry(entry);
        tar.write(text);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private FileStatus file(String name, byte[] bytes) throws IOException {
    Path file = temp.resolve(name);
    Files.write(file, bytes);
    var path = new org.apache.hadoop.fs.Path(LocalFiles.path(temp), name);
    return path.getFileSystem(conf).getFileStatus(path);
  }

  private List<Source> scan(FileStatus file) throws IOException {
    var sources = new ArrayList<Source>();
    SampleFormat.WEBDATASET.scan(
        conf,
        file,
        new SourceErrors(conf),
        new Selection(conf),
        source -> {
          var bytes = new ByteArrayOutputStream();
          source.write(new DataOutputStream(bytes));
          var copy = new Source();
          copy.readFields(
              new DataInputStream(new java.io.ByteArrayInputStream(bytes.toByteArray())));
          sources.add(copy);
        });
    return sources;
  }

  private List<Read> read(String name, byte[] tar) throws IOException {
    return read(scan(file(name, tar)));
  }

  private List<Read> read(List<Source> sources) throws IOException {
    var found = new ArrayList<Read>();
    var sample = new Sample();
    var image = new PayloadBuilder();
    try (SampleReader reader = SampleFormat.WEBDATASET.newReader(conf, () -> {})) {
      for (Source source : sources) {
        image.begin(0);
        sample.clear();
        reader.read(source, image, sample);
        found.add(Read.of(source, image, sample));
      }
    }
    return found;
  }

  private Read only(String... namesAndTexts) throws IOException {
    List<Read> found = read("x.tar", tar(namesAndTexts));
    assertEquals(1, found.size(), found.toString());
    return found.get(0);
  }

  private MalformedRecordException fails(String... namesAndTexts) throws IOException {
    byte[] tar = tar(namesAndTexts);
    return assertThrows(MalformedRecordException.class, () -> read("x.tar", tar));
  }

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in = WebDatasetReadTest.class.getResourceAsStream("/formats/" + name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void theOddTarHasSixSamples() throws Exception {
    for (String name : new String[] {"odd.tar", "odd.tar.gz"}) {
      byte[] tar = fixture("webdataset/odd.tar");
      var lines = new StringBuilder();
      for (Read read : read(name, name.endsWith("gz") ? Archives.compress("gz", tar) : tar)) {
        byte[] image = read.image.getBytes(StandardCharsets.ISO_8859_1);
        lines
            .append(read.base)
            .append('\t')
            .append(read.labels.get(0).intValue())
            .append('\t')
            .append(dev.recordio.testing.Fixtures.sha256(image, 0, image.length))
            .append('\n');
      }
      assertEquals(
          new String(fixture("webdataset/odd.tsv"), StandardCharsets.UTF_8), lines.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 3", "'-3\n', -3", "'\t+12 \r\n', 12", "16777216, 16777216", "00, 0"})
  void aClassIsAWholeNumber(String text, float label) throws Exception {
    assertEquals(List.of(label), only("a.cls", text, "a.jpg", "x").labels);
  }

  @ParameterizedTest
  @CsvSource({"cat", "''", "0.5", "1 2", "16777217", "0x10", "1_0", "nan", "--1"})
  void anythingElseIsRefused(String text) throws Exception {
    MalformedRecordException e = fails("a.jpg", "x", "a.cls", text);
    assertEquals(1536, e.offset());
    assertTrue(e.getMessage().contains("x.tar!a.cls at offset 1536: expected"), e.getMessage());
    assertTrue(text.isEmpty() || e.found().contains(text), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'{\"labels\": [1, 0.5, \"NaN\"]}', '[1.0, 0.5, NaN]', -5, 0",
        "'{\"label\": 7, \"key\": 18446744073709551615}', '[7.0]', -1, 0",
        "'{\"label\": 7, \"labels\": [8]}', '[8.0]', -5, 0",
        "'{\"label\": -0.0, \"key\": \"000000012\", \"id2\": 9}', '[-0.0]', 12, 9",
        "'{\"label\": NaN, \"key\": \"folder/name\"}', '[NaN]', -5, 0",
      })
  void labelsAndKeysOfJson(String json, String labels, long key, long id2) throws Exception {
    Read read = only("a.jpg", "image", "a.json", json);
    assertEquals(labels, read.labels.toString());
    assertEquals(key, read.key);
    assertEquals(id2, read.id2);
    assertEquals("image", read.image);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'{\"key\": 1}', 'labels'",
        "'{\"labels\": []}', at least one label",
        "'{\"labels\": [\"cat\"]}', a number as label",
        "'{\"label\": 16777217}', float32",
        "'{\"label\": 1e39}', float32",
        "'{\"label\": 1, \"key\": -1}', 2^64",
        "'{\"label\": 1, \"key\": 18446744073709551616}', 2^64",
        "'{\"label\": 1, \"id2\": \"x\"}', 2^64",
        "'{\"label\": 1', JSON",
        "'', JSON",
        "'{\"label\": 1} x', JSON",
      })
  void damagedJsonIsRefused(String json, String expected) throws Exception {
    MalformedRecordException e = fails("a.jpg", "image", "a.json", json);
    assertTrue(e.getMessage().contains("x.tar!a.json at offset 1536: expected"), e.getMessage());
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', '', JPG, '[1.0]', 5",
    "seg.png, '', '', mask, '[1.0]', 5",
    "SEG.png, json.label, json.meta.key, mask, '[2.0]', 6",
    "'', meta.json.label, meta.json.key, JPG, '[3.0]', 7",
    "'', meta.label, id, JPG, '[4.0]', 77",
    "'', meta.deep.label, meta.a.b, JPG, '[4.5, 5.5]', 8",
    "'', txt, '', JPG, '[0.5, -0.0, Infinity, NaN]', 5",
    "'', id, '', JPG, '[77.0]', 5",
    "'', json, json, JPG, '[2.0]', 5",
  })
  void fieldsAreSuffixesAndNamesInTheirJson(
      String image, String label, String key, String content, String labels, long wantedKey)
      throws Exception {
    SampleConf.IMAGE_FIELD.set(conf, image);
    SampleConf.LABEL_FIELD.set(conf, label);
    SampleConf.KEY_FIELD.set(conf, key);
    Read read =
        only(
            "a.seg.png", "mask",
            "a.JPG", "JPG",
            "a.png", "png",
            "a.cls", "1",
            "a.json", "{\"label\": 2, \"key\": 5, \"meta\": {\"key\": 6}}",
            "a.meta.json", "{\"label\": 3, \"key\": 7}",
            "a.meta", "{\"label\": 4, \"deep\": {\"label\": [4.5, 5.5]}, \"a.b\": 8}",
            "a.id", " 77\n",
            "a.txt", "0.5 -0\n inf nan\n");
    assertEquals(content, read.image);
    assertEquals(labels, read.labels.toString());
    assertEquals(wantedKey, read.key);
  }

  @ParameterizedTest
  @CsvSource({
    "png, '', '', a member with the suffix png",
    "'', txt, '', the label field txt",
    "'', '', id, the key field id",
    "'', json.x.y, '', a field 'x.y'",
    "'', '', json.nokey, a field 'nokey'",
  })
  void aMissingFieldIsRefused(String image, String label, String key, String expected)
      throws Exception {
    SampleConf.IMAGE_FIELD.set(conf, image);
    SampleConf.LABEL_FIELD.set(conf, label);
    SampleConf.KEY_FIELD.set(conf, key);
    MalformedRecordException e = fails("a.jpg", "x", "a.json", "{\"label\": 2, \"x\": 1}");
    assertTrue(e.getMessage().contains(expected), e.getMessage());
    assertTrue(e.getMessage().contains("x.tar!a"), e.getMessage());
  }

  @Test
  void samplesWithoutImageOrLabelOrWithASuffixTwiceAreRefused() throws Exception {
    MalformedRecordException e = fails("a.jpg", "x", "a.cls", "1", "b.cls", "1", "b.txt", "x");
    assertTrue(e.getMessage().contains("x.tar!b at offset 2560: expected a member with"), e + "");
    assertTrue(e.found().contains(".cls .txt"), e.getMessage());
    e = fails("a.jpg", "x", "b.jpg", "y", "b.cls", "1");
    assertTrue(e.getMessage().contains("x.tar!a at offset 512"), e.getMessage());
    assertTrue(e.expected().contains("--header none"), e.getMessage());
    e = fails("a.jpg", "x", "a.cls", "1", "a.JPG", "y");
    assertTrue(e.found().contains("a second member .jpg"), e.getMessage());
    assertEquals(2560, e.offset());
  }

  @Test
  void underSkipOnlyThoseAreLeftOut() throws Exception {
    PackConf.ON_ERROR.set(conf, "skip");
    List<Source> sources =
        scan(
            file(
                "x.tar",
                tar(
                    "a.jpg", "x", "a.cls", "1", "b.cls", "1", "c.jpg", "z", "c.cls", "2", "c.CLS",
                    "3", "d.jpg", "d", "d.cls", "4")));
    assertEquals(
        List.of(
            Source.Kind.SAMPLE, Source.Kind.UNREADABLE, Source.Kind.UNREADABLE, Source.Kind.SAMPLE),
        sources.stream().map(source -> source.kind).toList());
    assertTrue(sources.get(1).path.endsWith("x.tar!b"), sources.get(1).path);
    assertEquals("d", read(List.of(sources.get(3))).get(0).image);
  }

  @Test
  void withoutLabelsOnlyTheImageIsNeeded() throws Exception {
    PackConf.HEADER.set(conf, "none");
    List<Read> read =
        read("x.tar", tar("a.jpg", "x", "b.jpg", "y", "b.cls", "cat", "b.json", "{}"));
    assertEquals(List.of("x", "y"), read.stream().map(Read::image).toList());
  }

  @Test
  void settingsThatDoNotFitAreRefused() throws Exception {
    FileStatus tar = file("x.tar", new byte[0]);
    PackConf.HEADER.set(conf, "none");
    SampleConf.LABEL_FIELD.set(conf, "cls");
    assertThrows(InvalidSettingException.class, () -> scan(tar));
    PackConf.HEADER.set(conf, "auto");
    SampleConf.RAW.set(conf, true);
    assertThrows(InvalidSettingException.class, () -> scan(tar));
  }

  @Test
  void membersThatAreFarApartAreReadOneByOne() throws Exception {
    String video = "v".repeat(70_000);
    List<Read> read =
        read(
            "x.tar",
            tar("a.cls", "1", "a.mp4", video, "a.png", "image", "b.jpg", "next", "b.cls", "2"));
    assertEquals("image", read.get(0).image);
    assertEquals("[1.0]", read.get(0).labels.toString());
    assertEquals("next", read.get(1).image);
  }

  @Test
  void aTarCutAnywhereIsNoticedAndNoSampleIsWrong() throws Exception {
    byte[] noise = new byte[900];
    new Random(3).nextBytes(noise);
    byte[] whole =
        tar(
            "a.jpg",
            new String(noise, StandardCharsets.ISO_8859_1),
            "a.cls",
            "1",
            "b.cls",
            "2",
            "b.jpg",
            "bb",
            "b.json",
            "{\"key\": 3}");
    int end = 4 * 1024 + 1024 + 512; // of the last member's blocks: 5 headers and 6 blocks
    List<Read> expected = read("whole.tar", whole);
    assertEquals(2, expected.size());
    int inContent = 0;
    for (int length = 0; length < end; length += 64) {
      byte[] cut = Arrays.copyOf(whole, length);
      PackConf.ON_ERROR.set(conf, "fail");
      FileStatus file = file("cut.tar", cut);
      assertThrows(IOException.class, () -> scan(file), "cut at " + length);
      PackConf.ON_ERROR.set(conf, "skip");
      var passed = new ArrayList<Source>();
      try {
        passed.addAll(scan(file));
      } catch (IOException e) {
        continue; // the archive is rejected as a whole, after what was passed
      }
      assertEquals(Source.Kind.UNREADABLE, passed.get(passed.size() - 1).kind);
      inContent++;
      List<Source> samples = passed.subList(0, passed.size() - 1);
      assertEquals(expected.subList(0, samples.size()), read(samples), "cut at " + length);
    }
    assertEquals(19, inContent, "cuts in a member's content leave a reject of that member");
  }
}
