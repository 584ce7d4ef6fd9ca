// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContextException;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/** A test on local files, with a folder for each of its cases, which is deleted afterwards. */
@ExtendWith(LocalFilesUnderTest.Folder.class)
public interface LocalFilesUnderTest extends FileSystemUnderTest {
  /** Returns the folder of the case that runs; its constructor may ask for it, too. */
  default Path folder() {
    return Folder.current;
  }

  @Override
  default Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  default org.apache.hadoop.fs.Path testDir() {
    return LocalFiles.path(folder());
  }

  /** Makes the folders. */
  final class Folder implements TestInstancePreConstructCallback {
    private static Path current;

    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
      return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void preConstructTestInstance(
        TestInstanceFactoryContext factory, ExtensionContext context) {
      try {
        Path folder = Files.createTempDirectory("recordio-test");
        context
            .getStore(Namespace.create(Folder.class))
            .put("folder", (AutoCloseable) () -> FileUtil.fullyDelete(folder.toFile()));
        current = folder;
      } catch (IOException e) {
        throw new ExtensionContextException("no folder for a test", e);
      }
    }
  }
}
