// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.cli.KeyWords;
import dev.recordio.jobs.pack.source.PackConf;
import java.util.function.BiConsumer;
import picocli.CommandLine.Option;

/** The options of pack for pixels: im2rec's options. */
final class PixelOptions {
  @Option(
      names = "--resize",
      paramLabel = "N",
      order = 60,
      description = "Make the short edge of images N pixels long; smaller ones are enlarged.")
  private String resize;

  @Option(
      names = "--no-enlarge",
      order = 61,
      description = "Leave images as they are whose short edge is shorter than that.")
  private Boolean noEnlarge;

  @Option(
      names = "--center-crop",
      order = 62,
      description = "Cut the largest square in the middle out before that.")
  private Boolean centerCrop;

  @Option(
      names = "--quality",
      paramLabel = "Q",
      order = 63,
      description =
          "Quality of JPEG, 0 to 100, 95 by default; of PNG the level of compression, 0 to 9, 3 by"
              + " default.")
  private String quality;

  @Option(
      names = "--encoding",
      paramLabel = ".jpg|.png",
      order = 64,
      description = "What images are encoded as; .jpg by default.")
  private String encoding;

  @Option(
      names = "--color",
      paramLabel = "1|0|-1",
      order = 65,
      description =
          "Decode as color (default), as grey, or as stored: with alpha and 16 bits, and without"
              + " EXIF orientation.")
  private String color;

  @Option(
      names = "--inter",
      paramLabel = "M",
      completionCandidates = Methods.class,
      order = 66,
      description =
          "How to resize: 0 nearest, 1 bilinear (default), 2 cubic, 3 area, 4 Lanczos, 9 by size, 10"
              + " at random.")
  private String inter;

  /** Passes on the key and the value of each option; null where it was not given. */
  void forEach(BiConsumer<String, Object> set) {
    set.accept(PackConf.RESIZE.key(), resize);
    set.accept(PackConf.NO_ENLARGE.key(), noEnlarge);
    set.accept(PackConf.CENTER_CROP.key(), centerCrop);
    set.accept(PackConf.QUALITY.key(), quality);
    set.accept(PackConf.ENCODING.key(), encoding);
    set.accept(PackConf.COLOR.key(), color);
    set.accept(PackConf.INTER.key(), inter);
  }

  /** The words of {@code --inter}. */
  static final class Methods extends KeyWords {
    Methods() {
      super(PackConf.INTER);
    }
  }
}
