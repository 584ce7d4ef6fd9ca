// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The written form of a generation: {@code EPOCH:COUNT} for each worker with commas between, or
 * {@code z} and the same in zlib's format in Base64 where that is shorter.
 */
final class GenerationText {
  private static final String DEFLATED = "z";
  private static final int MAX_NUMBER = 19; // digits of a long
  private static final int MAX_WORKER = 2 * MAX_NUMBER + 2;
  private static final int MAX_SHOWN = 40;
  private static final Pattern WORKER = Pattern.compile("([0-9]{1,19}):([0-9]{1,19})");

  private GenerationText() {}

  static String write(Generation generation) {
    var workers = new StringJoiner(",");
    for (int worker = 0; worker < generation.workers(); worker++) {
      workers.add(generation.epoch(worker) + ":" + generation.count(worker));
    }
    String plain = workers.toString();
    String deflated = DEFLATED + Base64.getEncoder().encodeToString(deflate(plain));
    return deflated.length() < plain.length() ? deflated : plain;
  }

  static Generation read(String text) {
    String plain = text.startsWith(DEFLATED) ? inflate(text) : text;
    String[] workers = plain.split(",", -1);
    var epochs = new long[workers.length];
    var counts = new long[workers.length];
    for (int i = 0; i < workers.length; i++) {
      var worker = WORKER.matcher(workers[i]);
      if (!worker.matches()) {
        throw invalid(workers[i]);
      }
      try {
        epochs[i] = Long.parseLong(worker.group(1));
        counts[i] = Long.parseLong(worker.group(2));
      } catch (NumberFormatException e) { // more than 2^63 - 1
        throw invalid(workers[i]);
      }
    }
    return Generation.of(epochs, counts);
  }

  private static byte[] deflate(String plain) {
    byte[] bytes = plain.getBytes(StandardCharsets.ISO_8859_1);
    var deflated = new byte[bytes.length]; // what does not get shorter is cut, and not used
    var deflater = new Deflater();
    try {
      deflater.setInput(bytes);
      deflater.finish();
      int length = deflater.deflate(deflated);
      return Arrays.copyOf(deflated, length);
    } finally {
      deflater.end();
    }
  }

  private static String inflate(String text) {
    var inflater = new Inflater();
    try {
      inflater.setInput(Base64.getDecoder().decode(text.substring(DEFLATED.length())));
      var plain = new StringBuilder();
      var part = new byte[4096];
      while (!inflater.finished()) {
        int length = inflater.inflate(part);
        plain.append(new String(part, 0, length, StandardCharsets.ISO_8859_1));
        if (length == 0 && !inflater.finished()
            || plain.length() > MAX_WORKER * Generation.MAX_WORKERS) {
          throw invalid(text);
        }
      }
      return plain.toString();
    } catch (DataFormatException | IllegalArgumentException e) {
      throw invalid(text);
    } finally {
      inflater.end();
    }
  }

  private static InvalidSettingException invalid(String text) {
    String found = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    return new InvalidSettingException(
        "workers' progress: expected EPOCH:COUNT for each, found \"" + found + '"');
  }
}
