// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.fraction;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.textLike;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.transcode.TranscodeOptions;
import java.nio.charset.Charset;
import java.util.Locale;

/** The keys of pack. */
public enum PackConf implements ConfKey {
  SHARDS(
      "recordio.pack.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that pack writes; 0: by recordio.pack.shard-size."),
  SHARD_SIZE(
      "recordio.pack.shard-size",
      "512m",
      bytes(1),
      "The most bytes of a shard on average: pack writes as few equal shards as possible."),
  HEADER(
      "recordio.pack.header",
      "auto",
      oneOf("auto", "image", "none"),
      "The header of records: image (24 bytes and the labels, as im2rec), none (the file's"
          + " bytes alone), auto (image for lists, and for input that holds images)."),
  SHUFFLE(
      "recordio.pack.shuffle", "false", flag(), "Put all records in a random order, by the seed."),
  SEED(
      "recordio.pack.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of a shuffled order, and of images resized at random."),
  ON_ERROR(
      "recordio.pack.on-error",
      "fail",
      oneOf("fail", "skip"),
      "If a source can't be read, or an image can't be decoded: fail, or skip (leave it"
          + " out, count it, and list it with the reason under _rejects in the output)."),
  CHECK_MODIFIED(
      "recordio.pack.check-modified",
      "true",
      flag(),
      "Whether pack compares length and modification time of a file, after reading, with"
          + " the listing. false saves a request a file; archives and SequenceFiles are always"
          + " compared."),
  LIST(
      "recordio.pack.list",
      "",
      text(),
      "Pack the files in a list, with its labels, and with the keys of an im2rec .lst."),
  LIST_FORMAT(
      "recordio.pack.list.format",
      "auto",
      oneOf("auto", "im2rec", "face2rec", "caffe", "csv", "json"),
      "The format of the list: im2rec (key, labels, path), face2rec (aligned, path, label),"
          + " caffe (path label), csv (with a header), json (an object a line), auto (by the"
          + " first lines, with a note)."),
  LIST_FIELD(
      "recordio.pack.list.field",
      "",
      text(),
      "The fields of a csv or json list: path=NAME,label=NAME, label= once for each label,"
          + " dots for nested json. Default: the path is path, file, filename, file_name, image,"
          + " image_path, img_path or the first column; labels are what begins with label, or all"
          + " other columns."),
  ROOT(
      "recordio.pack.root",
      "",
      text(),
      "The folder that relative paths of the list start from. Default: the list's folder."),
  LIST_CONFINE(
      "recordio.pack.list.confine",
      "root",
      oneOf("root", "file-system", "none"),
      "Which files a list may name: root (below the root; links there are followed),"
          + " file-system (on the file systems of root and list), none (any but web servers)."),
  ARCHIVE_MAX_BYTES(
      "recordio.pack.archive.max-bytes",
      "1t",
      bytes(1),
      "The most bytes that one archive (compressed tar, zip, npz) may unpack to; more is an"
          + " error, or a reject."),
  ARCHIVE_MAX_RATIO(
      "recordio.pack.archive.max-ratio",
      "200",
      whole(1),
      "How many times its own length an archive may unpack to, above 64 MiB."),
  EXTENSIONS(
      "recordio.pack.exts",
      "",
      text(),
      "Take files with these extensions from folders and archives: with commas, or all."
          + " Default: jpg,jpeg,png with image headers or options for pixels, else all."),
  INCLUDE(
      "recordio.pack.include",
      "",
      text("globs with ; between", Selection::check),
      "Take only files and members whose path below the input a glob matches; may be"
          + " repeated. * and ? stop at a slash, ** does not, **/ also matches no folder, a slash"
          + " at the end means all below."),
  EXCLUDE(
      "recordio.pack.exclude",
      "",
      text("globs with ; between", Selection::check),
      "Leave out files and members whose path a glob matches; may be repeated; wins over"
          + " include. Folders that a glob ending in /** leaves out are not listed."),
  HIDDEN(
      "recordio.pack.hidden",
      "false",
      flag(),
      "Take hidden files and folders below the inputs, too: names that begin with a dot,"
          + " __MACOSX, Thumbs.db, desktop.ini. Named inputs and files of lists are always taken."),
  NAME_CHARSET(
      "recordio.pack.name-charset",
      "",
      textLike(
          "a charset such as GBK, Shift_JIS or windows-1252", name -> Charset.forName(name).name()),
      "The charset of members' names that an archive does not mark as UTF-8, such as GBK,"
          + " Shift_JIS or windows-1252. Default: UTF-8. A name that can't be decoded is an error"
          + " if a class or glob needs it."),
  CLASS_MAP(
      "recordio.pack.class-map",
      "",
      text(),
      "A file with the names of classes 0, 1, 2, …, one a line. A folder's label is the"
          + " number of the line with its name, or of the only line that begins with its name and"
          + " a blank (ImageNet's synset.txt). Default: folders count from 0. Csv and json lists"
          + " may have names as labels."),
  UNKNOWN_CLASS(
      "recordio.pack.class-map.unknown",
      "fail",
      oneOf("fail", "skip"),
      "If the class map lacks a folder: fail, or skip (leave its files out and count them)."),
  CLASS_ORDER(
      "recordio.pack.class-order",
      "codepoint",
      oneOf("codepoint", "natural"),
      "The order of folders' labels without a class map: codepoint (10 before 9, as"
          + " im2rec), natural (9 before 10)."),
  INPUTS_FROM(
      "recordio.pack.inputs-from",
      "",
      text(),
      "Read the inputs from a file, one a line; - means standard input."),
  WRITE_LIST(
      "recordio.pack.write-list",
      "",
      text(),
      "Also write an im2rec list (.lst) of what was packed, in the order of the records."
          + " Packing by it, with the input as --root, gives the same bytes."),
  LIST_ONLY(
      "recordio.pack.list-only",
      "false",
      flag(),
      "Write im2rec lists of what would be packed, and no shards, as im2rec --list"
          + " --recursive: OUTPUT is the list, or the PREFIX of several."),
  TRAIN_RATIO(
      "recordio.pack.train-ratio",
      "1",
      fraction(0, 1),
      "With --list-only, the part for PREFIX_train.lst; the rest, less the test part, is"
          + " PREFIX_val.lst. 1: a single list."),
  TEST_RATIO(
      "recordio.pack.test-ratio",
      "0",
      fraction(0, 1),
      "With --list-only, the part (first lines) for PREFIX_test.lst."),
  CHUNKS(
      "recordio.pack.chunks",
      "1",
      whole(1, 100_000),
      "With --list-only, the number of lists of equal length, PREFIX_0.lst and so on, each"
          + " divided by the ratios."),
  OVERWRITE(
      "recordio.pack.overwrite",
      "false",
      flag(),
      "Replace an existing output, once the new one is complete."),
  RESUME(
      "recordio.pack.resume",
      "false",
      flag(),
      "Continue an unfinished run with the same input and options: complete shards are not"
          + " packed again. If this run fails, they stay."),
  SHA256(
      "recordio.pack.sha256",
      "false",
      flag(),
      "Put the SHA-256 of each .rec into _pack.json, too; that may take longer than packing."),
  READ_RETRIES(
      "recordio.pack.read.retries",
      "3",
      whole(0, 100),
      "How often a failed read of a source is repeated, unless the file is missing, has"
          + " changed, or may not be read."),
  READ_RETRY_WAIT(
      "recordio.pack.read.retry-wait",
      "100",
      whole(0, 60_000),
      "Milliseconds before the first repetition; doubled for each further one, up to a"
          + " minute."),
  RESIZE(
      "recordio.pack.resize",
      "0",
      whole(0, TranscodeOptions.MAX_EDGE),
      "Resize the short edge of images to this many pixels, as im2rec; smaller images are"
          + " enlarged. 0: no. Any option for pixels encodes images again; without one, files are"
          + " packed byte for byte."),
  NO_ENLARGE("recordio.pack.no-enlarge", "false", flag(), "Do not enlarge smaller images."),
  CENTER_CROP(
      "recordio.pack.center-crop",
      "false",
      flag(),
      "Cut out the largest square in the middle of an image, then resize it."),
  QUALITY(
      "recordio.pack.quality",
      "",
      whole(0, TranscodeOptions.maxQuality(ImageEncoding.JPEG)),
      "Quality of the images made: of JPEG 0 to 100 (default 95), of PNG the level of"
          + " compression, 0 to 9 (default 3)."),
  ENCODING(
      "recordio.pack.encoding",
      "",
      oneOf(".jpg", ".png"),
      "The encoding of the images made (default .jpg). Names are not changed."),
  COLOR(
      "recordio.pack.color",
      "",
      oneOf("1", "0", "-1"),
      "Channels of the images made: 1 (three, the default), 0 (grey), -1 (as stored: alpha"
          + " and 16 bits stay in .png, and EXIF orientation is not applied)."),
  INTER(
      "recordio.pack.inter",
      "",
      oneOf("0", "1", "2", "3", "4", "9", "10"),
      "How to resize: 0 nearest, 1 bilinear (default), 2 cubic, 3 area, 4 Lanczos, 9 cubic"
          + " to enlarge and area to shrink, 10 one of 0 to 4 by the seed and the record's id.");

  private final Definition definition;

  PackConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key as users write it. */
  @Override
  public String toString() {
    return key();
  }

  /** The formats of annotations of images with boxes: they name images, as lists do. */
  public enum BoxFormat {
    /** A JSON file of COCO: {@code instances_train2017.json} and the like. */
    COCO,
    /** A folder of Pascal VOC, with {@code Annotations/*.xml}, or a list of ImageSets in it. */
    VOC,
    /** A folder of images, with a text file of lines {@code class x y width height} for each. */
    YOLO;

    /** Returns the format of a name; null when it is of none. */
    public static BoxFormat of(String name) {
      for (BoxFormat format : values()) {
        if (format.toString().equals(name)) {
          return format;
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
