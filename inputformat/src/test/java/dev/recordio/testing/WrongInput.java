// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * A folder that no engine can read, and what each must report about it: what is wrong, the file,
 * the offset, what was expected and what was found.
 *
 * @param input one file, and no records
 * @param text whether it is read as LibSVM text, or else as records
 * @param what says what is wrong
 * @param where the place in the file, and what was expected and found there
 */
public record WrongInput(EngineInput input, boolean text, String what, String where) {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0};

  /** Returns them: those of records first. */
  public static Stream<WrongInput> all() {
    return Stream.of(
        new WrongInput(
            EngineInputs.damaged("fail"),
            false,
            "no record",
            "a.rec at offset 216: expected the magic 0A 23 D7 CE, found 07 00 00 00"),
        new WrongInput(
            input("image among records", "a.rec", PNG),
            false,
            "not a RecordIO file",
            "a.rec at offset 0: expected the magic 0A 23 D7 CE, found 89 50 4E 47,"
                + " the start of a PNG image (pack makes records of images)"),
        new WrongInput(
            input("text among records", "a.rec", bytes("1 0:1\n0 3:4\n")),
            false,
            "not a RecordIO file",
            "a.rec at offset 0: expected the magic 0A 23 D7 CE, found 31 20 30 3A"),
        new WrongInput(
            input("broken row", "a.txt", bytes("1 2:3\n1 2:x\n")),
            true,
            "bad-value",
            "a.txt at offset 10, line 2: expected a number as value, found \"x\""),
        new WrongInput(
            input("records among text", "a.txt", Damage.file(List.of(new byte[8]))),
            true,
            "not a text file",
            "a.txt at offset 0, line 1: expected libsvm text, found"));
  }

  /** Returns what it is called. */
  public String name() {
    return input.name();
  }

  /** Returns the message of a file in {@code folder}. */
  public String message(Path folder) {
    return what + ": " + folder + "/" + where;
  }

  private static EngineInput input(String name, String file, byte[] bytes) {
    return EngineInput.ofRecords(name, Map.of(file, bytes), List.of(), 1 << 20);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
