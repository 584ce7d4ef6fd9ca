// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;

/**
 * Which input a state belongs to: the files, with length and time of each.
 *
 * @param files the number of files
 * @param bytes their bytes; of a list, its items
 * @param sha256 of a line for each file: path, length and time of modification in ms, with tabs
 *     between
 * @param listed these files, while they are few; else none
 */
public record InputIdentity(int files, long bytes, String sha256, List<Listed> listed) {
  private static final int MAX_LISTED = 32;

  /** Creates an identity; JSON leaves out what is empty. */
  public InputIdentity {
    sha256 = sha256 == null ? "" : sha256;
    listed = listed == null ? List.of() : List.copyOf(listed);
  }

  /** A file. */
  public record Listed(String path, long length, long time) {
    private String text() {
      return path + " of " + length + " bytes, modified at " + Instant.ofEpochMilli(time);
    }
  }

  /** Returns the identity of files. */
  public static InputIdentity of(List<FileStatus> files) {
    MessageDigest digest = Sha256.newDigest();
    long bytes = 0;
    for (FileStatus file : files) {
      String line =
          file.getPath() + "\t" + file.getLen() + "\t" + file.getModificationTime() + "\n";
      digest.update(line.getBytes(StandardCharsets.UTF_8));
      bytes += file.getLen();
    }
    List<Listed> listed =
        files.size() > MAX_LISTED
            ? List.of()
            : files.stream()
                .map(
                    file ->
                        new Listed(
                            file.getPath().toString(), file.getLen(), file.getModificationTime()))
                .toList();
    return new InputIdentity(
        files.size(), bytes, HexFormat.of().formatHex(digest.digest()), listed);
  }

  /**
   * Returns the identity of one thing that is no file.
   *
   * @param text what identifies it
   * @param shown what an error shows of it
   */
  public static InputIdentity of(String text, Listed shown) {
    return new InputIdentity(1, shown.length, sha256Of(text), List.of(shown));
  }

  /** Returns the identity of a list of so many items. */
  public static InputIdentity ofList(int items) {
    return new InputIdentity(0, items, "", List.of());
  }

  /** Returns the SHA-256 of a text, in hexadecimal digits. */
  static String sha256Of(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Checks that the input is still this one.
   *
   * @param now what it is now
   * @throws MalformedRecordException when it is not
   */
  public void require(InputIdentity now) throws IOException {
    if (files == now.files && bytes == now.bytes && sha256.equals(now.sha256)) {
      return;
    }
    for (int i = 0; i < Math.min(listed.size(), now.listed.size()); i++) {
      Listed then = listed.get(i);
      Listed there = now.listed.get(i);
      if (!then.equals(there)) {
        throw changed(there.path, Math.min(then.length, there.length), then.text(), there.text());
      }
    }
    throw changed(
        now.listed.isEmpty() ? "the input" : now.listed.get(0).path,
        0,
        "the " + files + " files, " + bytes + " bytes, of the run whose state this is",
        sameSize(now)
            ? "other files, or modified ones"
            : now.files + " files, " + now.bytes + " bytes");
  }

  private boolean sameSize(InputIdentity now) {
    return files == now.files && bytes == now.bytes;
  }

  private static MalformedRecordException changed(
      String path, long offset, String expected, String found) {
    return new MalformedRecordException(
        "the input is not the input of the saved state: begin a new run, without the state",
        path,
        offset,
        -1,
        expected,
        found);
  }
}
