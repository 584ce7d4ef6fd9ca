// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * Passes the shared {@link MiniDfs} and {@link MiniYarn} to constructors, life cycle and test
 * methods that name them as parameters.
 *
 * <p>Each is started by the first parameter of its type and kept in the root store, so all classes
 * of a test JVM share it and JUnit closes it when the engine ends, in reverse order: YARN before
 * HDFS. A class that does not request {@link MiniYarn} never starts YARN. Each test has an {@link
 * HdfsFolder} of its own.
 */
public final class ClusterExtension implements ParameterResolver, TestInstancePreConstructCallback {
  private static final Namespace NAMESPACE = Namespace.create(ClusterExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == MiniDfs.class || type == MiniYarn.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // HDFS is put into the store before YARN: the store closes in reverse order.
    MiniDfs dfs = dfs(context);
    return parameter.getParameter().getType() == MiniDfs.class
        ? dfs
        : shared(context.getRoot().getStore(NAMESPACE), MiniYarn.class, () -> MiniYarn.start(dfs));
  }

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context)
      throws IOException {
    String test = context.getTestMethod().map(Method::getName).orElse("all");
    HdfsFolder.make(dfs(context), factory.getTestClass().getSimpleName() + "/" + test);
  }

  private static MiniDfs dfs(ExtensionContext context) {
    return shared(context.getRoot().getStore(NAMESPACE), MiniDfs.class, MiniDfs::start);
  }

  private static <T> T shared(Store store, Class<T> type, Starter<T> starter) {
    return store.computeIfAbsent(type, key -> starter.get(), type);
  }

  /** Starts a cluster; a failure is an error of the test run. */
  private interface Starter<T> extends Supplier<T> {
    T start() throws IOException;

    @Override
    default T get() {
      try {
        return start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
