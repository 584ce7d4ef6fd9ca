// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compressed rows of text, for each command that writes rows, and for each codec. */
class CompressedTextTest extends ArrangeTestBase {
  private static final List<String> COMMANDS =
      List.of(
          "shuffle --seed 7 --shards 3",
          "reshard --shards 3",
          "sample --seed 7 --count 40",
          "select --label 3,5",
          "split --seed 7 --fractions a=0.7,b=0.3");

  private static final String ROWS =
      IntStream.range(0, 200)
          .mapToObj(i -> i % 10 + " " + i + ":1\n")
          .collect(Collectors.joining());

  static Stream<Arguments> commandsAndCodecs() {
    return COMMANDS.stream()
        .flatMap(
            command ->
                Stream.of(".gz", ".bz2", ".deflate", ".zst")
                    .map(codec -> Arguments.of(command, codec)));
  }

  private byte[] packed(String extension) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var codec = new CompressionCodecFactory(conf()).getCodec(new Path("in" + extension));
    try (OutputStream out = codec.createOutputStream(bytes)) {
      out.write(ROWS.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("commandsAndCodecs")
  void theShardsAreCompressedAsTheInputAndHaveTheSameRows(String command, String codec)
      throws IOException {
    assumeTrue(!codec.equals(".zst") || ZStandardCodec.isNativeCodeLoaded(), "no native zstd");
    write("plain.libsvm", ROWS);
    write("in.libsvm" + codec, packed(codec));
    ok(command + " ./plain.libsvm ./plain");
    ok(command + " ./in.libsvm" + codec + " ./packed");
    for (String folder : command.startsWith("split") ? List.of("/a", "/b") : List.of("")) {
      List<String> expected = texts("plain" + folder, ".libsvm");
      assertFalse(String.join("", expected).isEmpty());
      assertEquals(expected, texts("packed" + folder, ".libsvm" + codec));
    }
  }

  static List<String> aCodecWithoutItsLibraryIsAnErrorThatNamesTheReason() {
    return COMMANDS;
  }

  @ParameterizedTest
  @MethodSource
  void aCodecWithoutItsLibraryIsAnErrorThatNamesTheReason(String command) throws IOException {
    assumeFalse(ZStandardCodec.isNativeCodeLoaded(), "Hadoop has its native zstd here");
    write("in.libsvm.zst", new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, 0, 1, 0, 0});
    assertHas(
        fails(1, command + " ./in.libsvm.zst ./out"),
        "can't read ",
        "in.libsvm.zst: ZStandardCodec does not work here: native zStandard library not available",
        "; unpack the file first");
  }
}
