// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The generations of one record store. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Generations {
  /** How publishing a manifest ended. */
  public enum Outcome {
    /** The manifest is the generation of its number. */
    COMMITTED,
    /** Another writer's manifest is. */
    LOST
  }

  private final StorePaths paths;

  /** Creates the object; reads nothing yet. */
  public Generations(Configuration conf, Path store) throws IOException {
    paths = new StorePaths(store.getFileSystem(conf).makeQualified(store));
  }

  /** Returns where the store's files are. */
  public StorePaths paths() {
    return paths;
  }

  /**
   * Returns the newest generation.
   *
   * @throws java.io.FileNotFoundException when the folder is no store
   */
  public Manifest newest() throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Returns a generation.
   *
   * @throws java.io.FileNotFoundException when there is none of that number; the message says
   *     whether it was collected
   */
  public Manifest get(long generation) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Returns the generation of a tag.
   *
   * @throws java.io.FileNotFoundException when there is no such tag
   */
  public Manifest tagged(String name) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Makes a manifest the generation of its number, unless another one is.
   *
   * @throws IOException when it is not known how it ended, or nothing can be written; the message
   *     says which
   */
  public Outcome publish(Manifest manifest) throws IOException {
    throw new UnsupportedOperationException();
  }
}
