// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Set;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * A local file that is made as an object store does it: in one step when it is closed, and only if
 * there is none. Knows the one option, as S3A does.
 */
final class ConditionalUpload
    extends FSDataOutputStreamBuilder<FSDataOutputStream, ConditionalUpload> {
  /** Its option, and the capability of file systems that know it. */
  static final String OPTION = "fs.option.create.conditional.overwrite";

  /** What becomes of a new stream. */
  interface Wrapper {
    FSDataOutputStream wrap(FSDataOutputStream out) throws IOException;
  }

  private final Wrapper wrapper;

  ConditionalUpload(FileSystem files, Path path, Wrapper wrapper) {
    super(files, path);
    this.wrapper = wrapper;
  }

  @Override
  public ConditionalUpload getThisBuilder() {
    return this;
  }

  @Override
  public FSDataOutputStream build() throws IOException {
    rejectUnknownMandatoryKeys(Set.of(OPTION), "an upload");
    if (!getMandatoryKeys().contains(OPTION)) {
      throw new AssertionError("uploads are to be conditional");
    }
    var place = java.nio.file.Path.of(getPath().toUri().getPath());
    return wrapper.wrap(new FSDataOutputStream(new Put(new ByteArrayOutputStream(), place), null));
  }

  private static final class Put extends FilterOutputStream
      implements Abortable, StreamCapabilities {
    private final ByteArrayOutputStream bytes;
    private final java.nio.file.Path place;
    private boolean closed;

    Put(ByteArrayOutputStream bytes, java.nio.file.Path place) {
      super(bytes);
      this.bytes = bytes;
      this.place = place;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      closed = true;
      return null;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        put();
      }
    }

    private void put() throws IOException {
      Files.createDirectories(place.getParent());
      java.nio.file.Path hidden = Files.createTempFile(place.getParent().getParent(), "put", "");
      try {
        Files.write(hidden, bytes.toByteArray());
        Files.createLink(place, hidden);
      } catch (FileAlreadyExistsException e) {
        throw new IOException("412: " + place + " exists", e);
      } finally {
        Files.delete(hidden);
      }
    }
  }
}
