// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.env;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.io.compress.bzip2.Bzip2Factory;
import org.apache.hadoop.io.compress.zlib.ZlibFactory;

/** The compression codecs that Hadoop finds, and whether their code is native. */
final class CodecList {
  private static final String SUFFIX = "Codec";

  private CodecList() {}

  static List<Environment.Codec> of(Configuration conf) {
    var codecs = new ArrayList<Environment.Codec>();
    for (Class<? extends CompressionCodec> codec : CompressionCodecFactory.getCodecClasses(conf)) {
      String name = codec.getSimpleName();
      String plain =
          name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
      codecs.add(new Environment.Codec(plain, isNative(codec, conf)));
    }
    return codecs;
  }

  private static boolean isNative(Class<?> codec, Configuration conf) {
    try {
      if (codec == BZip2Codec.class) {
        return Bzip2Factory.isNativeBzip2Loaded(conf);
      }
      if (codec == ZStandardCodec.class) {
        return ZStandardCodec.isNativeCodeLoaded();
      }
      return switch (codec.getSimpleName()) {
        case "GzipCodec", "DefaultCodec", "DeflateCodec" -> ZlibFactory.isNativeZlibLoaded(conf);
        case "SnappyCodec" -> exists("org.xerial.snappy.Snappy");
        case "Lz4Codec" -> exists("net.jpountz.lz4.LZ4JNICompressor");
        default -> false;
      };
    } catch (LinkageError | RuntimeException e) {
      return false; // no native code, or an old one
    }
  }

  /** These two bring their native code in a jar of their own, which must be on the class path. */
  private static boolean exists(String name) {
    try {
      Class.forName(name, false, CodecList.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
