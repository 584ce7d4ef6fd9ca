// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An array of a .npy file; numbers of any type as doubles. */
record Npy(String type, List<Integer> shape, double[] values) {
  private static final Pattern HEADER =
      Pattern.compile(
          ".*'descr': '([^']*)', 'fortran_order': False, 'shape': \\(([^)]*)\\).*", Pattern.DOTALL);

  static Npy resource(String name) throws IOException {
    try (InputStream in = Npy.class.getResourceAsStream(name)) {
      return parse(in.readAllBytes());
    }
  }

  static Npy parse(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = in.getShort(8);
    Matcher text = HEADER.matcher(new String(bytes, 10, header, StandardCharsets.US_ASCII));
    if (!text.matches()) {
      throw new IllegalArgumentException("no .npy");
    }
    var shape = new ArrayList<Integer>();
    int count = 1;
    for (String length : text.group(2).split(",\\s*")) {
      shape.add(Integer.parseInt(length));
      count *= Integer.parseInt(length);
    }
    in.position(10 + header);
    var values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] =
          switch (text.group(1)) {
            case "<f4" -> in.getFloat();
            case "|u1" -> in.get() & 0xff;
            case "|i1" -> in.get();
            case "<u8" -> in.getLong();
            default -> throw new IllegalArgumentException(text.group(1));
          };
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException(in.remaining() + " bytes too many");
    }
    return new Npy(text.group(1), shape, values);
  }
}
