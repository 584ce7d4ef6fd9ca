// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class whose tests run on local files, too. A build runs only its cases with the tag "hdfs"
 * here: they open, seek, read across blocks, write, rename or list. {@code -Pall} runs all.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClusterExtension.class)
@Tag("again")
public @interface AgainOnHdfs {}
