// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.store.layout.ChunkLayout;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.LiveChunks;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads chunks as a whole: header, footer, the checksum of all bytes. Each once. */
final class ChunkCheck {
  private static final int CHECKSUM_AT = 16; // of the footer

  private final FileSystem fs;
  private final StorePaths paths;
  private final Findings findings;
  private final Map<String, Boolean> readable = new HashMap<>();
  private long bytes;

  ChunkCheck(FileSystem fs, StorePaths paths, Findings findings) {
    this.fs = fs;
    this.paths = paths;
    this.findings = findings;
  }

  /** Returns how many chunks there were. */
  long files() {
    return readable.size();
  }

  long bytes() {
    return bytes;
  }

  /** Whether a chunk is there as long as it should be, so that its values can be read. */
  boolean isReadable(String name) {
    return readable.getOrDefault(name, true);
  }

  /** Checks a chunk. */
  void check(LiveChunks.Use chunk) {
    if (readable.putIfAbsent(chunk.chunk(), false) != null) {
      return;
    }
    Path path = paths.chunk(chunk.chunk());
    long length = chunk.length();
    if (chunk.storedBytes() < 0) {
      findings.add(path, 0, "tables say that the chunk has " + length + " bytes");
      return;
    }
    try (var in = new FileBytes(fs, path, length)) {
      readable.put(chunk.chunk(), true);
      bytes += length;
      try {
        ChunkLayout.checkHeader(in.next(ChunkLayout.HEADER_BYTES), 0);
      } catch (dev.recordio.bytes.MalformedRecordException e) {
        findings.add(path, e);
      }
      long footerAt = length - ChunkLayout.FOOTER_BYTES;
      in.skip(footerAt - ChunkLayout.HEADER_BYTES);
      int checksum = in.checksum();
      ChunkLayout.Footer footer = ChunkLayout.footer(in.next(ChunkLayout.FOOTER_BYTES), 0, length);
      if (footer.checksum() != checksum) {
        findings.add(
            path,
            footerAt + CHECKSUM_AT,
            TableCheck.damagedSomewhere("chunk", footer.checksum(), checksum));
      }
    } catch (IOException e) {
      findings.add(path, e);
    }
  }
}
