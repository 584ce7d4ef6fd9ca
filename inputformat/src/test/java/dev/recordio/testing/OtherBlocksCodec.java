// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.SplitCompressionInputStream;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;

/**
 * A codec that this library does not know, which can begin at its blocks: that of Hadoop for bzip2
 * under another name. It swallows what the file system throws.
 */
public final class OtherBlocksCodec extends Configured implements SplittableCompressionCodec {
  private final BZip2Codec codec = new BZip2Codec();

  @Override
  public void setConf(Configuration conf) {
    super.setConf(conf);
    if (conf != null) {
      codec.setConf(conf);
    }
  }

  @Override
  public String getDefaultExtension() {
    return ".blocks";
  }

  @Override
  public SplitCompressionInputStream createInputStream(
      InputStream in, Decompressor decompressor, long start, long end, READ_MODE mode)
      throws IOException {
    return codec.createInputStream(in, decompressor, start, end, mode);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in) throws IOException {
    return codec.createInputStream(in);
  }

  @Override
  public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor)
      throws IOException {
    return codec.createInputStream(in, decompressor);
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out) throws IOException {
    return codec.createOutputStream(out);
  }

  @Override
  public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor)
      throws IOException {
    return codec.createOutputStream(out, compressor);
  }

  @Override
  public Class<? extends Compressor> getCompressorType() {
    return codec.getCompressorType();
  }

  @Override
  public Compressor createCompressor() {
    return codec.createCompressor();
  }

  @Override
  public Class<? extends Decompressor> getDecompressorType() {
    return codec.getDecompressorType();
  }

  @Override
  public Decompressor createDecompressor() {
    return codec.createDecompressor();
  }
}
