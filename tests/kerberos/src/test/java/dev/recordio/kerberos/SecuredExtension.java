// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Passes the one {@link SecuredHadoop} of a test JVM to the tests that name it. */
public final class SecuredExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SecuredExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SecuredHadoop.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(SecuredHadoop.class, key -> start(), SecuredHadoop.class);
  }

  private static SecuredHadoop start() {
    try {
      return SecuredHadoop.start();
    } catch (Exception e) {
      throw new IllegalStateException("the secured Hadoop does not start", e);
    }
  }
}
