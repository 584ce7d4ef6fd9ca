// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.conf.InvalidSettingException;

/**
 * OpenCV's native code by the jars of bytedeco, which are there or not. It is loaded once, by the
 * first who asks. This class names none of their types, so that it is loaded without them.
 */
final class OpenCv {
  /** The folder that JavaCPP unpacks native code into. */
  static final String CACHE = "org.bytedeco.javacpp.cachedir";

  private OpenCv() {}

  /** What happened when it was loaded. */
  private static final class Loaded {
    static final LinkageError FAILURE = load();

    private static LinkageError load() {
      unpackInContainer(System.getenv("CONTAINER_ID"));
      try {
        OpenCvCodec.load();
        return null;
      } catch (LinkageError e) {
        return e;
      }
    }
  }

  /**
   * Has native code unpacked in the temporary folder of a YARN container, which no other process
   * uses and which goes with the container. Unpacking in the user's folder, as is the default,
   * races with other tasks of the node. A folder that the user has set stays.
   *
   * @param container the container's name; null outside of containers, where the default stays
   */
  static void unpackInContainer(String container) {
    boolean chosen =
        System.getProperty(CACHE) != null
            || System.getProperty("org.bytedeco.javacpp.cacheDir") != null;
    if (container != null && !chosen) {
      System.setProperty(CACHE, System.getProperty("java.io.tmpdir") + "/javacpp");
    }
  }

  /** Returns whether it can be used. */
  static boolean isLoaded() {
    return Loaded.FAILURE == null;
  }

  /**
   * Returns why it can't be used, where its jars are there but not their native code for this
   * system; else null.
   */
  static String failure() {
    LinkageError failure = Loaded.FAILURE;
    return failure == null || isAbsent(failure) ? null : text(failure);
  }

  /** Creates the codec. */
  static ImageCodec newCodec() {
    LinkageError failure = Loaded.FAILURE;
    if (failure != null) {
      var invalid =
          new InvalidSettingException(
              "the image codec opencv needs OpenCV's jars on the class path: opencv, openblas and"
                  + " javacpp of org.bytedeco, each as the jar and as the jar with the native code"
                  + " of the nodes' system (as opencv-4.13.0-1.5.13.jar and"
                  + " opencv-4.13.0-1.5.13-linux-x86_64.jar). Add them with -libjars for a job's"
                  + " containers, in HADOOP_CLASSPATH for what runs in this process; or choose the"
                  + " codec jdk. Found: "
                  + (isAbsent(failure) ? "no such jar" : text(failure)));
      invalid.initCause(failure);
      throw invalid;
    }
    return new OpenCvCodec();
  }

  private static boolean isAbsent(LinkageError failure) {
    String text = failure.getMessage();
    return failure instanceof NoClassDefFoundError
        && text != null
        && text.startsWith("org/bytedeco/");
  }

  private static String text(LinkageError failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }
}
