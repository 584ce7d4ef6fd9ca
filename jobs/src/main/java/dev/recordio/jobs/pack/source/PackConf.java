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

/** The keys of pack. */
public enum PackConf implements ConfKey {
  SHARDS(
      "recordio.pack.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that pack writes; 0 means by recordio.pack.shard-size."),
  SHARD_SIZE(
      "recordio.pack.shard-size",
      "512m",
      bytes(1),
      "Size that pack aims at for a shard: there are as many shards of equal bytes as keep the mean at"
          + " or below it. Takes k, m, g."),
  HEADER(
      "recordio.pack.header",
      "auto",
      oneOf("auto", "image", "none"),
      "The header of packed records: image (24 bytes and the labels, as MXNet's im2rec), none (the"
          + " file's bytes alone), auto (image for lists, and for input that holds images)."),
  SHUFFLE("recordio.pack.shuffle", "false", flag(), "Whether pack orders its records by the seed."),
  SEED(
      "recordio.pack.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of pack's order, and of what recordio.pack.inter=10 draws; a 64-bit number."),
  ON_ERROR(
      "recordio.pack.on-error",
      "fail",
      oneOf("fail", "skip"),
      "What pack does with a source that can't be read: fail, or skip (left out, counted and listed"
          + " with the reason under _rejects in the output)."),
  CHECK_MODIFIED(
      "recordio.pack.check-modified",
      "true",
      flag(),
      "Whether pack compares length and modification time of each file, after reading it, with what"
          + " they were when it was listed. false saves one request to the file system a file;"
          + " archives and SequenceFiles are compared all the same."),
  LIST("recordio.pack.list", "", text(), "The im2rec list (.lst) that names the files to pack."),
  ROOT(
      "recordio.pack.root",
      "",
      text(),
      "The folder that relative paths of the list start from; empty means the list's own folder."),
  LIST_CONFINE(
      "recordio.pack.list.confine",
      "root",
      oneOf("root", "file-system", "none"),
      "Which files the lines of a list may name: root (what lies below the root; links there are"
          + " followed), file-system (all of the file systems of root and list), none (any file"
          + " system but web servers)."),
  ARCHIVE_MAX_BYTES(
      "recordio.pack.archive.max-bytes",
      "1t",
      bytes(1),
      "How many bytes one archive (compressed tar, zip, npz) may unpack to; one that has more is an"
          + " error, or a reject. Takes k, m, g, t."),
  ARCHIVE_MAX_RATIO(
      "recordio.pack.archive.max-ratio",
      "200",
      whole(1),
      "How many times its own length an archive may unpack to, where that is more than 64 MiB."),
  EXTENSIONS(
      "recordio.pack.exts",
      "",
      text(),
      "Extensions of the files that pack takes from folders and archives, with commas, or all; empty"
          + " means jpg,jpeg,png under image headers or where images are made, and all otherwise."),
  INCLUDE(
      "recordio.pack.include",
      "",
      text("globs with ; between", Selection::check),
      "Which files and members pack takes: those whose path below the input one of these globs"
          + " matches. * and ? stop at a slash, ** does not, **/ also matches no folder, a slash at"
          + " the end means all below; empty means all."),
  EXCLUDE(
      "recordio.pack.exclude",
      "",
      text("globs with ; between", Selection::check),
      "Which files and members pack leaves out, by globs as recordio.pack.include; folders all of"
          + " whose files are left out by a glob that ends in /** are not listed."),
  HIDDEN(
      "recordio.pack.hidden",
      "false",
      flag(),
      "Whether pack takes hidden files and folders below its inputs, too: names that begin with a dot,"
          + " __MACOSX, Thumbs.db and desktop.ini. Inputs that are named, and the files of lists, are"
          + " always taken."),
  NAME_CHARSET(
      "recordio.pack.name-charset",
      "",
      textLike(
          "a charset such as GBK, Shift_JIS or windows-1252", name -> Charset.forName(name).name()),
      "The charset of names of archive members that are not marked as UTF-8, by the name that Java has"
          + " for it; empty means UTF-8. A name that is not in it is an error where the class of a"
          + " record or recordio.pack.include and exclude need it."),
  INPUTS_FROM(
      "recordio.pack.inputs-from",
      "",
      text(),
      "A file of pack's inputs, one a line, as they are, empty lines left out; - means standard"
          + " input."),
  WRITE_LIST(
      "recordio.pack.write-list",
      "",
      text(),
      "The im2rec list (.lst) that pack writes of what it has packed: key, labels, and path below"
          + " the input, in the order of the records."),
  LIST_ONLY(
      "recordio.pack.list-only",
      "false",
      flag(),
      "Whether pack writes im2rec lists of what it would pack, and no shards."),
  TRAIN_RATIO(
      "recordio.pack.train-ratio",
      "1",
      fraction(0, 1),
      "The part of a list that goes to PREFIX_train.lst; what neither this nor"
          + " recordio.pack.test-ratio takes goes to PREFIX_val.lst. 1 means a single list."),
  TEST_RATIO(
      "recordio.pack.test-ratio",
      "0",
      fraction(0, 1),
      "The part of a list, its first lines, that goes to PREFIX_test.lst."),
  CHUNKS(
      "recordio.pack.chunks",
      "1",
      whole(1, 100_000),
      "How many lists of equal length pack writes, PREFIX_0.lst and so on, each divided by the"
          + " ratios."),
  OVERWRITE(
      "recordio.pack.overwrite",
      "false",
      flag(),
      "Whether pack replaces an output that exists: it stays until the new one is complete, and"
          + " nothing of it stays then."),
  RESUME(
      "recordio.pack.resume",
      "false",
      flag(),
      "Whether pack goes on with an output that a pack of the same input and options has not"
          + " finished: shards that are whole are not packed again. If the job fails, whole shards"
          + " stay."),
  READ_RETRIES(
      "recordio.pack.read.retries",
      "3",
      whole(0, 100),
      "How often pack repeats a read of a source that failed, before it fails or rejects the source;"
          + " not if the file is missing, has changed, or may not be read."),
  READ_RETRY_WAIT(
      "recordio.pack.read.retry-wait",
      "100",
      whole(0, 60_000),
      "Milliseconds before the first of these repetitions; doubled for each further one, a minute at"
          + " most."),
  RESIZE(
      "recordio.pack.resize",
      "0",
      whole(0, TranscodeOptions.MAX_EDGE),
      "Pixels of the short edge of packed images, as im2rec's option: smaller ones are enlarged; 0"
          + " leaves their size as it is. Images are decoded and encoded again where this key or"
          + " one of the next six is set; else files are packed byte for byte."),
  NO_ENLARGE(
      "recordio.pack.no-enlarge",
      "false",
      flag(),
      "Whether images whose short edge is shorter than recordio.pack.resize stay as they are."),
  CENTER_CROP(
      "recordio.pack.center-crop",
      "false",
      flag(),
      "Whether the largest square in the middle of an image is cut out before it is resized."),
  QUALITY(
      "recordio.pack.quality",
      "",
      whole(0, TranscodeOptions.maxQuality(ImageEncoding.JPEG)),
      "Quality of the images made: 0 to 100 for .jpg, 95 if empty; for .png the level of"
          + " compression, 0 to 9, 3 if empty."),
  ENCODING(
      "recordio.pack.encoding",
      "",
      oneOf(".jpg", ".png"),
      "What images are encoded as, whatever they were; empty means .jpg. Names are not changed."),
  COLOR(
      "recordio.pack.color",
      "",
      oneOf("1", "0", "-1"),
      "Channels of the images made: 1 (three, as if empty), 0 (grey), -1 (as stored: alpha and 16"
          + " bits stay in .png, and EXIF orientation is not applied)."),
  INTER(
      "recordio.pack.inter",
      "",
      oneOf("0", "1", "2", "3", "4", "9", "10"),
      "How images are resized: 0 nearest, 1 bilinear (as if empty), 2 cubic, 3 area, 4 Lanczos, 9"
          + " (cubic to enlarge, area to shrink, else bilinear), 10 (one of the first five, drawn by"
          + " recordio.pack.seed and the record's id).");

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
}
