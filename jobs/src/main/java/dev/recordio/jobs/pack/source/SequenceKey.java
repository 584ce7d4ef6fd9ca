// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A key that was written as Hadoop's Text or BytesWritable, whose length is not trusted before the
 * bytes have been read.
 *
 * <p>Bytes are a name where they are text without control characters. Others are an id, named in
 * hexadecimal as Hadoop does, unless they look like a path: a folder, a name, a dot and a few
 * letters.
 */
final class SequenceKey implements Writable {
  private static final Pattern PATH =
      Pattern.compile(".*/[^/]*\\.[A-Za-z0-9]{2,5}", Pattern.DOTALL);

  private final MemberName.Decoder names;
  private final boolean text;
  private byte[] bytes = {};
  private int length;

  /**
   * Creates a key.
   *
   * @param text whether it is Text
   */
  SequenceKey(MemberName.Decoder names, boolean text) {
    this.names = names;
    this.text = text;
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    int claimed = text ? WritableUtils.readVInt(in) : in.readInt();
    if (claimed < 0 || claimed > Stepwise.MAX_TEXT_BYTES) {
      throw new SourceFault(
          "damaged: expected a name of up to "
              + Stepwise.MAX_TEXT_BYTES
              + " bytes, found one of "
              + claimed);
    }
    bytes = Stepwise.read(in, bytes, claimed, "name");
    length = claimed;
  }

  @Override
  public void write(DataOutput out) {
    throw new UnsupportedOperationException();
  }

  /** Returns the name. */
  MemberName name() {
    MemberName name = names.of(Arrays.copyOf(bytes, length), false);
    boolean isName =
        text
            || (name.isKnown()
                ? name.text().chars().noneMatch(Character::isISOControl)
                : PATH.matcher(name.text()).matches());
    return isName ? name : MemberName.ofText(new BytesWritable(bytes, length).toString());
  }
}
