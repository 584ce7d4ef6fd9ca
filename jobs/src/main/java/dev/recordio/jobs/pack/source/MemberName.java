// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.NameText;
import dev.recordio.conf.Notes;
import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * The name of a member of an archive. An archive has the bytes of a name; their characters are
 * known where the archive says that they are UTF-8, where {@link PackConf#NAME_CHARSET} says what
 * they are, and else where they can be UTF-8.
 *
 * @param text the name, with {@code \xHH} for each byte that is not a character
 * @param isKnown whether there is no such byte
 * @param isFolderKnown whether there is none before the last slash
 * @param hasBackslash whether one of its characters, or bytes, is a backslash
 */
public record MemberName(
    String text, boolean isKnown, boolean isFolderKnown, boolean hasBackslash) {
  private static final char REPLACEMENT = '\uFFFD';

  static final class Decoder {
    private final Charset charset; // null: UTF-8

    Decoder(Configuration conf) {
      String name = PackConf.NAME_CHARSET.get(conf);
      charset = name.isEmpty() ? null : Charset.forName(name);
    }

    /**
     * Returns a name that the library has decoded, which is right if it is ASCII: most are, and are
     * not decoded again.
     *
     * @return null when it may not be right
     */
    MemberName ofAscii(String text) {
      boolean ascii = charset == null;
      for (int i = 0; i < text.length() && ascii; i++) {
        ascii = text.charAt(i) < 0x80 && text.charAt(i) != '?'; // which may replace others
      }
      return ascii ? ofText(text) : null;
    }

    /**
     * Returns a name.
     *
     * @param utf8 whether the archive says that it is UTF-8
     */
    MemberName of(byte[] bytes, boolean utf8) {
      String text = known(bytes, bytes.length, utf8);
      if (text != null) {
        return ofText(text);
      }
      boolean backslash = last('\\', bytes) >= 0;
      int end = Math.max(0, last('/', bytes));
      String folder = known(bytes, end, utf8);
      return folder == null
          ? new MemberName(NameText.ofUtf8(bytes, 0, bytes.length), false, false, backslash)
          : new MemberName(
              folder + NameText.ofUtf8(bytes, end, bytes.length), false, true, backslash);
    }

    private String known(byte[] bytes, int length, boolean utf8) {
      String text = utf8 || charset == null ? decoded(bytes, length, StandardCharsets.UTF_8) : null;
      return text == null && charset != null ? decoded(bytes, length, charset) : text;
    }

    private static int last(char wanted, byte[] bytes) {
      int at = bytes.length - 1;
      while (at >= 0 && bytes[at] != wanted) {
        at--;
      }
      return at;
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
   * of a character, and its folder is not known.
   */
  MemberName withSlashes() {
    return isKnown
        ? ofText(text.replace('\\', '/'))
        : new MemberName(text, false, isFolderKnown && !hasBackslash, hasBackslash);
  }

  /**
   * Returns the name below a folder, which is empty or ends in a slash, without the {@code ./} that
   * names have in a tar of the current folder.
   */
  MemberName in(String folder) {
    String below = text.startsWith("./") ? text.substring(2) : text;
    return folder.isEmpty()
        ? this
        : new MemberName(folder + below, isKnown, isFolderKnown, hasBackslash);
  }

  /** Whether a name is this one, with the separators that it has or with slashes. */
  boolean is(String name) {
    return text.equals(name) || hasBackslash && withSlashes().text.equals(name);
  }

  static MemberName ofText(String text) {
    return new MemberName(text, true, true, text.indexOf('\\') >= 0);
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

  @Override
  public String toString() {
    return text;
  }

  /**
   * What separates folders in the names of an archive: slashes; backslashes, where some names have
   * them and none has a slash, as in archives that .NET and PowerShell 5 make. In an archive with
   * both, backslashes are characters of names.
   */
  static final class Separators {
    private final Set<String> backslashed = new LinkedHashSet<>();
    private final Set<String> mixed = new LinkedHashSet<>();

    /** Looks through an archive. */
    @FunctionalInterface
    interface Look {
      /** Whether the name of a file in it has a slash. */
      boolean findsSlash() throws IOException;
    }

    /** The names of one archive, in any order. */
    final class Names {
      private final String archive;
      private final Look look;
      private boolean isDecided;
      private boolean areBackslashes;

      private Names(String archive, Look look) {
        this.archive = archive;
        this.look = look;
      }

      /** Returns a name with slashes between folders. */
      MemberName of(MemberName name) throws IOException {
        boolean backslash = name.hasBackslash();
        if (!isDecided && (backslash || name.text().indexOf('/') >= 0)) {
          // Only an archive that begins with a backslash is looked through before.
          areBackslashes = name.text().indexOf('/') < 0 && !look.findsSlash();
          isDecided = true;
        }
        if (!backslash) {
          return name;
        }
        (areBackslashes ? backslashed : mixed).add(archive);
        return areBackslashes ? name.withSlashes() : name;
      }
    }

    /**
     * Begins an archive.
     *
     * @param look is called once, and only if the first name with a separator has a backslash
     */
    Names of(String archive, Look look) {
      return new Names(archive, look);
    }

    void say() {
      if (!backslashed.isEmpty()) {
        Notes.say(
            first(backslashed)
                + " has names with backslashes and none with a slash: backslashes are taken for"
                + " slashes between folders");
      }
      if (!mixed.isEmpty()) {
        Notes.say(
            first(mixed)
                + " has names with backslashes and names with slashes: backslashes are taken for"
                + " characters of names");
      }
    }

    private static String first(Set<String> archives) {
      int more = archives.size() - 1;
      return Printable.of(archives.iterator().next())
          + (more == 0
              ? ""
              : String.format(
                  Locale.ROOT, " (and so %,d more archive%s)", more, more == 1 ? "" : "s"));
    }
  }
}
