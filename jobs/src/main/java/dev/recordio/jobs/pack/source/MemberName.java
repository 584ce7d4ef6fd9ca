// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.NameText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * The name of a member of an archive. An archive has the bytes of a name; their characters are
 * known where the archive says that they are UTF-8, where {@link PackConf#NAME_CHARSET} says what
 * they are, and else where they can be UTF-8.
 *
 * @param text the name, with {@code \xHH} for each byte that is not a character
 * @param isKnown whether there is no such byte
 * @param isFolderKnown whether there is none before the last slash
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public record MemberName(String text, boolean isKnown, boolean isFolderKnown) {
  private static final char REPLACEMENT = '\uFFFD';

  /** Decodes the names of archives. */
  static final class Decoder {
    private final Charset charset; // null: UTF-8

    /** Reads the key. */
    Decoder(Configuration conf) {
      String name = PackConf.NAME_CHARSET.get(conf);
      charset = name.isEmpty() ? null : Charset.forName(name);
    }

    /**
     * Returns a name.
     *
     * @param utf8 whether the archive says that it is UTF-8
     */
    MemberName of(byte[] bytes, boolean utf8) {
      return of(bytes, bytes.length, utf8);
    }

    private MemberName of(byte[] bytes, int length, boolean utf8) {
      String text = utf8 || charset == null ? decoded(bytes, length, StandardCharsets.UTF_8) : null;
      if (text == null && charset != null) {
        text = decoded(bytes, length, charset);
      }
      if (text != null) {
        return ofText(text);
      }
      int slash = length - 1;
      while (slash >= 0 && bytes[slash] != '/') {
        slash--;
      }
      if (slash < 0) {
        return new MemberName(NameText.ofUtf8(bytes, 0, length), false, true);
      }
      MemberName folder = of(bytes, slash, utf8);
      String file = NameText.ofUtf8(bytes, slash, length);
      return new MemberName(folder.text + file, false, folder.isKnown);
    }

    /** Returns what bytes are in a charset; null when they are not in it. */
    private static String decoded(byte[] bytes, int length, Charset charset) {
      String text = new String(bytes, 0, length, charset);
      if (text.indexOf(REPLACEMENT) < 0) {
        return text; // without an object more
      }
      try {
        return charset.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
      } catch (CharacterCodingException e) {
        return null;
      }
    }
  }

  /**
   * Returns the name with slashes for backslashes. Where it is not known, a backslash may be half
   * of a character.
   *
   * @param bytes of the name
   */
  MemberName withSlashes(byte[] bytes) {
    if (isKnown) {
      return ofText(text.replace('\\', '/'));
    }
    boolean none = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\\') < 0;
    return none ? this : new MemberName(text, false, false);
  }

  /** Returns a name that is known. */
  static MemberName ofText(String text) {
    return new MemberName(text, true, true);
  }

  /**
   * Returns the error about a name that is not known and would have to be.
   *
   * @param what it decides about
   */
  public static IOException unknown(Configuration conf, String what) {
    String charset = PackConf.NAME_CHARSET.get(conf);
    return new IOException(
        what
            + (charset.isEmpty()
                ? " is not UTF-8: --name-charset says what it is, such as GBK, Shift_JIS or"
                    + " windows-1252"
                : " is not " + charset + ", which --name-charset says it is"));
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return text;
  }
}
