// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import java.util.Collection;
import java.util.Map;
import scala.collection.Iterable;
import scala.collection.Iterator;
import scala.collection.JavaConverters;

/**
 * Scala's collections as Java's, and the other way around. {@code JavaConverters} is deprecated in
 * Scala 2.13, but what took its place does not exist in 2.12.
 */
@SuppressWarnings("deprecation")
public final class ScalaCollections {
  private ScalaCollections() {}

  public static <K, V> Map<K, V> asJava(scala.collection.Map<K, V> map) {
    return JavaConverters.mapAsJavaMap(map);
  }

  public static <T> Collection<T> asJava(Iterable<T> items) {
    return JavaConverters.asJavaCollection(items);
  }

  public static <T> Iterator<T> asScala(java.util.Iterator<T> items) {
    return JavaConverters.asScalaIterator(items);
  }
}
