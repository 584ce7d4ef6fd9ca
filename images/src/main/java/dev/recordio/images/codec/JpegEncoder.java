// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOInvalidTreeException;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.plugins.jpeg.JPEGQTable;
import javax.imageio.stream.ImageOutputStreamImpl;
import org.w3c.dom.NodeList;

/**
 * Encodes JPEG with ImageIO's writer, straight from the array of the pixels, or with {@link
 * TurboJpeg}: JFIF, 4:2:0 (grey has one component), baseline, standard Huffman tables, IJG's
 * quantisation tables of the quality.
 */
final class JpegEncoder {
  /** Columns or rows of a JPEG at most, as libjpeg. */
  static final int MAX_EDGE = 65500;

  private static final int MAX_QUALITY = 100;
  private static final ColorModel RGB = model(ColorSpace.CS_sRGB);
  private static final ColorModel GRAY = model(ColorSpace.CS_GRAY);

  private final EncodedStream stream = new EncodedStream();
  // What is written about the image, for each quality, when it was first asked for.
  private final IIOMetadata[] ofRgb = new IIOMetadata[MAX_QUALITY + 1];
  private final IIOMetadata[] ofGray = new IIOMetadata[MAX_QUALITY + 1];
  private final TurboJpeg turbo; // null: ImageIO alone
  private ImageWriter writer;
  private ImageWriteParam param;

  /**
   * Creates an encoder.
   *
   * @param turbo encodes pixels of 8 bits; null to encode all with ImageIO
   */
  JpegEncoder(TurboJpeg turbo) {
    this.turbo = turbo;
  }

  private static ColorModel model(int space) {
    return new ComponentColorModel(
        ColorSpace.getInstance(space), false, false, ColorModel.OPAQUE, DataBuffer.TYPE_BYTE);
  }

  void encode(Pixels pixels, int quality, EncodedImage into) throws MalformedRecordException {
    if (quality < 0 || quality > MAX_QUALITY) {
      throw new IllegalArgumentException("a quality of JPEG of 0 to 100, not " + quality);
    }
    if (Math.max(pixels.width(), pixels.height()) > MAX_EDGE) {
      String shape = pixels.width() + "x" + pixels.height();
      throw Damage.at(0, "a JPEG of " + MAX_EDGE + " columns and rows at most", shape);
    }
    if (turbo != null && turbo.encode(pixels, quality, into)) {
      return;
    }
    into.reset();
    stream.open(into);
    try {
      BufferedImage image = image(pixels);
      open();
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, metadata(image, quality)), param);
    } catch (IOException e) {
      throw new UncheckedIOException("ImageIO writes no JPEG", e); // nothing here can fail
    }
  }

  /** Wraps the samples: the first bytes of 16 bits are the high ones, and alpha is passed over. */
  private static BufferedImage image(Pixels pixels) {
    boolean gray = pixels.channels() == 1;
    int sample = pixels.depth() / 8;
    int[] bands = gray ? new int[] {0} : new int[] {0, sample, 2 * sample};
    WritableRaster raster =
        Raster.createInterleavedRaster(
            new DataBufferByte(pixels.data(), pixels.bytes()),
            pixels.width(),
            pixels.height(),
            pixels.rowBytes(),
            pixels.pixelBytes(),
            bands,
            null);
    return new BufferedImage(gray ? GRAY : RGB, raster, false, null);
  }

  private void open() {
    if (writer == null) {
      writer = JdkCodec.jpegWriter();
      param = writer.getDefaultWriteParam();
      param.setCompressionMode(ImageWriteParam.MODE_COPY_FROM_METADATA);
    }
  }

  private IIOMetadata metadata(BufferedImage image, int quality) throws IIOInvalidTreeException {
    IIOMetadata[] known = image.getRaster().getNumBands() == 1 ? ofGray : ofRgb;
    if (known[quality] == null) {
      IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), null);
      setTables(metadata, quality);
      known[quality] = metadata;
    }
    return known[quality];
  }

  private static void setTables(IIOMetadata metadata, int quality) throws IIOInvalidTreeException {
    String format = metadata.getNativeMetadataFormatName();
    var tree = (IIOMetadataNode) metadata.getAsTree(format);
    // ImageIO says JFIF 1.02, libjpeg 1.01: so the bytes are those that OpenCV writes.
    ((IIOMetadataNode) tree.getElementsByTagName("app0JFIF").item(0))
        .setAttribute("minorVersion", "1");
    NodeList tables = tree.getElementsByTagName("dqtable");
    for (int i = 0; i < tables.getLength(); i++) {
      var table = (IIOMetadataNode) tables.item(i);
      boolean luminance = table.getAttribute("qtableId").equals("0");
      table.setUserObject(luminance ? luminance(quality) : chrominance(quality));
    }
    metadata.setFromTree(format, tree);
  }

  void close() {
    if (writer != null) {
      writer.dispose();
      writer = null;
    }
  }

  /** Returns the table of luminance. */
  static JPEGQTable luminance(int quality) {
    return scaled(JPEGQTable.K1Luminance, quality);
  }

  /** Returns the table of chrominance. */
  static JPEGQTable chrominance(int quality) {
    return scaled(JPEGQTable.K2Chrominance, quality);
  }

  /**
   * Scales a table: to 5000 / quality percent below 50, 200 - 2 * quality from there, rounded,
   * within 1 and 255. Quality 0 counts as 1. This is the integer rule of IJG's libjpeg; ImageIO's
   * own qualities give other tables, since it scales by floating point.
   */
  private static JPEGQTable scaled(JPEGQTable base, int quality) {
    int valid = Math.max(1, quality);
    int percent = valid < 50 ? 5000 / valid : 200 - 2 * valid;
    int[] table = base.getTable();
    for (int i = 0; i < table.length; i++) {
      table[i] = Math.max(1, Math.min(255, (table[i] * percent + 50) / 100));
    }
    return new JPEGQTable(table);
  }

  /** Lets ImageIO write into an {@link EncodedImage}, without a cache or a file. */
  private static final class EncodedStream extends ImageOutputStreamImpl {
    private EncodedImage into;

    /** Begins an image. */
    void open(EncodedImage image) {
      into = image;
      streamPos = 0;
      flushedPos = 0;
      bitOffset = 0;
    }

    @Override
    public void write(int one) {
      into.write(one);
      streamPos++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      into.write(bytes, offset, length);
      streamPos += length;
    }

    @Override
    public int read() throws IOException {
      throw new IOException("only written");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      throw new IOException("only written");
    }

    @Override
    public void seek(long position) throws IOException {
      if (position != streamPos) {
        throw new IOException("only written from the beginning to the end");
      }
    }
  }
}
