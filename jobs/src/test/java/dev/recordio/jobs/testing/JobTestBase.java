// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.testing;

import dev.recordio.testing.FileSystemUnderTest;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base of the tests of jobs and commands that run on HDFS too: on local files, unless a subclass
 * says where. A command line is written as in {@link CommandTestBase}.
 */
public abstract class JobTestBase implements FileSystemUnderTest {
  @TempDir protected java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() throws IOException {
    return new Path("file:" + temp.resolve("test"));
  }

  /** Runs a command line. */
  protected final Recordio run(String line, Object... arguments) throws IOException {
    return Recordio.run(
        conf(), CommandTestBase.wordsIn(fs().makeQualified(testDir()), line, arguments));
  }

  /** Runs a command line that must succeed. */
  protected final Recordio ok(String line, Object... arguments) throws IOException {
    return run(line, arguments).ended(0);
  }

  /** Asserts that a text has all of the parts. */
  protected static void assertHas(String text, String... parts) {
    CommandTestBase.assertHas(text, parts);
  }
}
