// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the classes of a module need of another product, and its jars on the class path lack. The
 * compiler had those of one version, users may have another: the JVM would report what is missing
 * only when it gets there.
 */
public final class Linkage {
  private final Predicate<String> ofProduct;

  /** Checks references to the classes whose names satisfy {@code ofProduct}. */
  public Linkage(Predicate<String> ofProduct) {
    this.ofProduct = ofProduct;
  }

  /**
   * Returns a line for each class, method, constructor and field that is missing, after the class
   * that names it: {@code dev.recordio.Reader -> org.apache.hadoop.fs.FileRange}.
   */
  public Set<String> missing(JavaClasses classes) {
    var missing = new TreeSet<String>();
    for (JavaClass type : classes) {
      Set<String> gone =
          type.getDirectDependenciesFromSelf().stream()
              .map(Dependency::getTargetClass)
              .map(target -> target.getBaseComponentType().getName())
              .filter(ofProduct)
              .filter(name -> !isThere(name))
              .collect(Collectors.toSet());
      gone.forEach(name -> missing.add(type.getName() + " -> " + name));
      type.getAccessesFromSelf().stream()
          .map(JavaAccess::getTarget)
          .filter(target -> ofProduct.test(target.getOwner().getName()))
          .filter(target -> !gone.contains(target.getOwner().getName()))
          .filter(target -> target.resolveMember().isEmpty())
          .forEach(target -> missing.add(type.getName() + " -> " + target.getFullName()));
    }
    return missing;
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, Linkage.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
