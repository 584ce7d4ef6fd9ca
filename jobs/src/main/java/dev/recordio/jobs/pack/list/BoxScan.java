// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.fs.input.Futures;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PackConf.BoxFormat;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the annotations of images with boxes, and passes the images on as entries of a list. Needs
 * some 200 bytes of memory an image and 24 an object, as the classes of all must be known before
 * the first has labels.
 */
public final class BoxScan {
  private static final String XML = ".xml";

  private final Configuration conf;
  private final BoxFormat format;
  private final InputScan inputs;
  private final ListScan list;
  private final Selection selection;
  private final BoxClasses classes;

  /**
   * Makes a scan.
   *
   * @param inputs finds images, and has the threads that read annotations
   * @param list takes the entries
   * @param pinned the labels of the class map; empty when there is none
   */
  public BoxScan(
      Configuration conf,
      BoxFormat format,
      InputScan inputs,
      ListScan list,
      Selection selection,
      Map<String, Integer> pinned) {
    this.conf = conf;
    this.format = format;
    this.inputs = inputs;
    this.list = list;
    this.selection = selection;
    classes = new BoxClasses(conf, format, pinned);
  }

  /** The images that one input names, and the folder where their paths begin. */
  private record Annotated(Path annotations, Path root, List<BoxedImage> images) {}

  /**
   * Passes all images on.
   *
   * @param order of the classes, where the format does not number them
   * @return the names of the classes, in the order of their labels; empty with a class map, or
   *     where classes have no names
   * @throws FileNotFoundException when an input is not there, or has no annotation
   */
  public List<String> scan(List<Path> paths, Comparator<String> order, Source.Sink sink)
      throws IOException {
    var all = new ArrayList<Annotated>();
    for (Path path : paths) {
      FileSystem fs = path.getFileSystem(conf);
      FileStatus status = Files.status(fs, path);
      Annotated found =
          switch (format) {
            case COCO -> coco(status);
            case VOC -> voc(fs, status);
            case YOLO -> yolo(status);
          };
      inputs.folder().add(found.root);
      all.add(found);
    }
    classes.end(format == BoxFormat.VOC ? order : null);
    for (Annotated each : all) {
      list.scan(each.images, classes, each.annotations, each.root, sink);
    }
    classes.say();
    return classes.names();
  }

  private Path root(Path byDefault) throws IOException {
    String root = PackConf.ROOT.get(conf);
    Path path = root.isEmpty() ? byDefault : new Path(root);
    return path.getFileSystem(conf).makeQualified(path);
  }

  private Annotated coco(FileStatus file) throws IOException {
    if (file.isDirectory()) {
      throw new FileNotFoundException(
          "a folder, not a JSON file of annotations: " + file.getPath());
    }
    List<BoxedImage> images = CocoBoxes.read(conf, file, classes);
    return new Annotated(file.getPath(), root(file.getPath().getParent()), images);
  }

  private Annotated voc(FileSystem fs, FileStatus input) throws IOException {
    Path path = input.getPath();
    Path folder = path;
    List<FileStatus> files;
    if (input.isDirectory()) {
      files = annotations(fs, path);
    } else {
      // ImageSets/Main/train.txt, in a folder with Annotations.
      folder = path.getParent() == null ? path : path.getParent().getParent();
      folder = folder == null || folder.getParent() == null ? path : folder.getParent();
      files = named(fs, input, new Path(folder, "Annotations"));
    }
    var images = new Path(folder, "JPEGImages");
    var reads = new ArrayList<Callable<BoxedImage>>();
    for (FileStatus file : files) {
      reads.add(
          () -> {
            Path xml = file.getPath();
            BoxedImage image = VocBoxes.read(xml, BoxedImage.read(conf, file), classes);
            if (image.path.isEmpty()) {
              image.path = xml.getName().substring(0, xml.getName().length() - XML.length());
              image.path += ".jpg";
            }
            return image;
          });
    }
    Path beside = files.get(0).getPath().getParent();
    return new Annotated(path, root(fs.exists(images) ? images : beside), read(reads, files));
  }

  /** Returns the annotations of a folder, in the order of their names. */
  private List<FileStatus> annotations(FileSystem fs, Path folder) throws IOException {
    var usual = new Path(folder, "Annotations");
    Path in = fs.exists(usual) ? usual : folder;
    FileStatus[] entries = fs.listStatus(in);
    Arrays.sort(entries, InputScan.ORDER);
    List<FileStatus> files =
        Arrays.stream(entries)
            .filter(entry -> entry.isFile() && entry.getPath().getName().endsWith(XML))
            .filter(entry -> !selection.hides(in + "/", entry.getPath().getName()))
            .toList();
    if (files.isEmpty()) {
      throw new FileNotFoundException("no annotation, *.xml, in " + in);
    }
    return files;
  }

  /** Returns the annotations that a file of ImageSets names: the first word of each line. */
  private static List<FileStatus> named(FileSystem fs, FileStatus set, Path folder)
      throws IOException {
    var files = new ArrayList<FileStatus>();
    try (BufferedReader lines = Files.lines(fs, set)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          files.add(Files.status(fs, new Path(folder, line.strip().split("\\s+")[0] + XML)));
        }
      }
    }
    if (files.isEmpty()) {
      throw new FileNotFoundException("no name of an image in " + set.getPath());
    }
    return files;
  }

  private Annotated yolo(FileStatus input) throws IOException {
    YoloBoxes.readNames(conf, input.getPath(), classes);
    var found = new ArrayList<String>();
    inputs.inputs(
        List.of(input.getPath()),
        source -> {
          if (source.kind == Source.Kind.FILE
              && ImageExtensions.DEFAULT.matches(source.contentName())) {
            found.add(source.path);
          }
        });
    var reads = new ArrayList<Callable<BoxedImage>>();
    var labelled = new boolean[found.size()];
    for (String file : found) {
      int number = reads.size();
      reads.add(
          () -> {
            FileStatus labels = YoloBoxes.labels(conf, file);
            var image = new BoxedImage(labels == null ? file : labels.getPath().toString());
            image.path = file;
            if (labels != null) {
              labelled[number] = true;
              YoloBoxes.read(labels.getPath(), BoxedImage.read(conf, labels), classes, image);
            }
            return image;
          });
    }
    List<BoxedImage> images = read(reads, found);
    boolean any = false;
    for (boolean each : labelled) {
      any |= each;
    }
    if (!any) {
      throw new BadInputException(
          found.isEmpty()
              ? "no image in " + input.getPath()
              : "no labels of any image in "
                  + input.getPath()
                  + ": expected "
                  + Printable.of(YoloBoxes.place(found.get(0)))
                  + " for "
                  + Printable.of(found.get(0)),
          null);
    }
    return new Annotated(input.getPath(), input.getPath(), images);
  }

  /**
   * Reads annotations by several threads; one that cannot be read becomes an image with an error.
   */
  private List<BoxedImage> read(List<Callable<BoxedImage>> reads, List<?> names)
      throws IOException {
    List<Future<BoxedImage>> futures = reads.stream().map(inputs.threads()::submit).toList();
    var images = new ArrayList<BoxedImage>();
    for (Future<BoxedImage> future : futures) {
      try {
        images.add(Futures.get(future));
      } catch (IOException e) {
        Object name = names.get(images.size());
        String file = name instanceof FileStatus status ? status.getPath().toString() : name + "";
        images.add(new BoxedImage(file, e));
      }
    }
    return images;
  }
}
