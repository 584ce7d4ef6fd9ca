// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.number.NumberParser;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Features are read the same however they are written, plainly or not, and whatever is beside them.
 */
class PlainFeaturesTest {
  private static final String[] BETWEEN = {" ", " ", " ", " ", " ", "  ", "\t"};
  private static final String[] ENDS = {"\n", "\n", "\r\n", "\r", " \n", " # 7:7\n"};

  private static String digits(SplittableRandom random, int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append((char) ('0' + random.nextInt(10)));
    }
    return text.toString();
  }

  private static String value(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> digits(random, 1);
      case 2, 3, 4 -> digits(random, 1) + "." + digits(random, 1 + random.nextInt(20));
      case 5 -> digits(random, 1 + random.nextInt(20)) + ".";
      case 6 -> "-" + digits(random, 1) + "." + digits(random, random.nextInt(20));
      default -> String.format(Locale.ROOT, "%.3e", random.nextDouble() * 1e-3);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void readsWhatParseFloatReads(int base) throws Exception {
    var random = new SplittableRandom(base);
    var text = new StringBuilder();
    var indices = new ArrayList<Long>();
    var values = new ArrayList<Float>();
    int rows = 20_000;
    for (int row = 0; row < rows; row++) {
      text.append('1');
      long index = 0;
      int gap = 1 << random.nextInt(25);
      for (int i = random.nextInt(12); i >= 0; i--) {
        index += 1 + random.nextInt(gap);
        String value = value(random);
        text.append(BETWEEN[random.nextInt(BETWEEN.length)]);
        text.append("0".repeat(random.nextInt(8) == 0 ? random.nextInt(5) : 0));
        text.append(index).append(':').append(value);
        indices.add(index - base);
        values.add(Float.parseFloat(value));
      }
      text.append(ENDS[random.nextInt(ENDS.length)]);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
    var block = new CsrBlock();
    LineParser parser = TextFormats.libSvm(new TextOptions(ParseMode.STRICT, base));
    parser.parse(bytes, 0, bytes.length, 0, 1, block);

    assertEquals(rows, block.rows());
    assertEquals(indices.size(), block.entries());
    for (int i = 0; i < indices.size(); i++) {
      assertEquals(indices.get(i), block.index(i), "index of entry " + i);
      assertEquals(
          Float.floatToRawIntBits(values.get(i)),
          Float.floatToRawIntBits(block.values()[i]),
          "value of entry " + i);
    }
  }

  /**
   * What a line gives, in the parser's plain way if it can: the first feature shows that there are
   * values.
   */
  private static PlainFeatures plain(String features, CsrBlock out, int base, long limit) {
    out.clear();
    out.addRow(1);
    String label = "-0.25 "; // a feature's eight bytes may begin before it
    byte[] bytes = (label + features + "\n" + " ".repeat(16)).getBytes(StandardCharsets.US_ASCII);
    var plain = new PlainFeatures(new NumberParser(), base, limit);
    plain.read(bytes, label.length(), 0, out);
    return plain;
  }

  @Test
  void plainOnesAreNotLeftToTheCaller() {
    var block = new CsrBlock();
    for (String line :
        List.of(
            "1:1 22:0.5 333:0.123456",
            "1234567:1.12345678 7654321:9.876543210",
            "9:1 10:1 99:1 100:1 99999:1 100000:1 100001:0",
            "1:0.5 2:1. 3:.5 4:-1 5:-0.25 6:-0 7:12 8:1e-3 9:0.12345678901234567 10:123.456")) {
      plain(line, block, 0, -1);
      assertEquals(line.split(" ").length, block.entries(), line);
      assertEquals(block.entries(), block.offset(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.5"})
  void everyIndexOfUpToFiveDigits(String value) {
    var block = new CsrBlock(1, 100_000);
    var line = new StringBuilder();
    for (int index = 1; index < 100_000; index++) {
      line.append(index).append(':').append(value).append(' ');
    }
    plain(line.append("100000:").append(value).toString(), block, 0, -1);
    assertEquals(100_000, block.entries());
    for (int i = 0; i < block.entries(); i++) {
      assertEquals(i + 1, block.index(i));
      assertEquals(Float.parseFloat(value), block.values()[i]);
    }
  }

  /** Among them those that come as near to the middle between two floats as so few places can. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-"})
  void placesAreRoundedAsParseFloatRounds(String sign) {
    var random = new SplittableRandom(2);
    var block = new CsrBlock(1, 10_000);
    for (int line = 0; line < 20; line++) {
      var values = new ArrayList<String>();
      for (int i = 0; i < 5_000; i++) {
        float low = Float.intBitsToFloat(random.nextInt(0x322BCC77, 0x411FFFFF)); // 1e-8 .. 10
        double middle = ((double) low + Math.nextUp(low)) / 2;
        double number = i % 2 == 0 ? middle : random.nextDouble(10);
        int places = 1 + random.nextInt(8);
        var decimal = new BigDecimal(number).setScale(places, RoundingMode.DOWN);
        values.add(sign + decimal.toPlainString());
      }
      var text = new StringBuilder();
      for (int i = 0; i < values.size(); i++) {
        text.append(i == 0 ? "" : " ").append(i + 1).append(':').append(values.get(i));
      }
      plain(text.toString(), block, 0, -1);
      assertEquals(values.size(), block.entries());
      for (int i = 0; i < values.size(); i++) {
        assertEquals(Float.parseFloat(values.get(i)), block.values()[i], values.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.5", "12"})
  void readsUpToAnIndexThatIsTooLarge(String value) {
    var block = new CsrBlock();
    String line = "200:1 201:1 202:1 203:1 204:1".replace(":1", ":" + value);
    assertEquals(203, plain(line, block, 1, 201).next());
    assertEquals(3, block.entries());
    assertEquals(3, block.offset(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5:1",
        "3:1",
        ":1",
        "7",
        "7:",
        "7:x",
        "7:1x",
        "7:0.5x",
        "7:1:2",
        "7: 1",
        "7:1\t",
        "07-1:1",
        "7:1\r",
        "7:1e-60",
        "7:1e60",
        "7:nan",
        "7:-",
        "7:0.5\t",
        "7:-0.5x",
        "7:12x",
        "7:12345678x",
        "7;1",
        "x:1",
        "101:1",
        "101:0.5",
        "101:12",
        "5:0.5",
        "5:12"
      })
  void leavesWhatIsNotPlainToTheCaller(String feature) {
    var block = new CsrBlock();
    PlainFeatures reader = plain("4:1 5:1 " + feature, block, 1, 99);
    assertEquals(2, block.entries());
    assertEquals(6, reader.next());
    assertEquals(2, block.offset(1));
    assertFalse(block.isWide());
  }
}
