// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
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
import org.w3c.dom.NodeList;

/**
 * Encodes JPEG with ImageIO's writer, straight from the array of the pixels: JFIF, 4:2:0 (grey has
 * one component), baseline, standard Huffman tables, IJG's quantisation tables of the quality.
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
  private ImageWriter writer;
  private ImageWriteParam param;

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
      writer = JdkPlugins.jpegWriter();
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
      table.setUserObject(
          luminance ? JpegTables.luminance(quality) : JpegTables.chrominance(quality));
    }
    metadata.setFromTree(format, tree);
  }

  void close() {
    if (writer != null) {
      writer.dispose();
      writer = null;
    }
  }
}
