// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bench.data.Photographs;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Trial;
import dev.recordio.images.codec.ImageHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suites of images over few of them. Peers that are missing here are said to be. */
class ImageSuitesTest {
  @TempDir Path dir;

  private final List<String> notes = new ArrayList<>();

  private List<Trial> trials(String name) throws IOException {
    var settings =
        new Settings(1, List.of(), List.of(2L), List.of(), List.of(), 1, Map.of(), notes::add);
    Stage stage = new Suites.ByName().convert(name).stages(settings).get(0);
    try (Site site = new Site(stage.storage(), dir, Map.of())) {
      List<Trial> trials = stage.trials(site.conf(), site.folder());
      CheckTest.assertHas(name, trials, notes);
      for (Trial trial : trials) {
        assertTrue(trial.ours().time().cpu() > 0, trial.name());
        assertTrue(trial.peer().time().cpu() > 0, trial.name());
        assertEquals(name, trial.suite());
      }
      return trials;
    }
  }

  private void comparedOrMissing(List<Trial> trials, String peer) {
    assertTrue(
        trials.stream().anyMatch(trial -> trial.peer().name().equals(peer))
            || notes.stream().anyMatch(note -> note.startsWith(peer + ": not available: ")),
        peer + ": " + notes);
  }

  @Test
  void imagesAreTranscodedOnBothSides() throws IOException {
    List<Trial> trials = trials("transcode");
    comparedOrMissing(trials, "cv2");
    comparedOrMissing(trials, "sharp");
    comparedOrMissing(trials, "OpenCV's resize");
  }

  @Test
  void batchesAreReadOnBothSides() throws IOException {
    List<Trial> trials = trials("batches");
    assertEquals("mean-image", trials.get(trials.size() - 1).ours().name());
    assertTrue(
        trials.size() == 3 || notes.stream().anyMatch(note -> note.startsWith("libmxnet: ")),
        notes::toString);
  }

  @Test
  void theImagesAreLikePhotographs() throws IOException {
    Photographs images = Photographs.of(2, 500, 375, 7);
    byte[] jpeg = images.jpegs().get(0);
    ImageHeader header = ImageHeader.read(jpeg, 0, jpeg.length);
    assertEquals(500, header.width());
    assertEquals(375, header.height());
    assertTrue(jpeg.length > 50_000 && jpeg.length < 150_000, jpeg.length + " bytes");
    assertEquals(images.bytes(3), images.bytes(2) + jpeg.length);
  }
}
