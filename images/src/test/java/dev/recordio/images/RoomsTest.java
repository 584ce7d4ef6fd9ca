// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images;

import dev.recordio.testing.Arrows;
import dev.recordio.testing.RoomsPicture;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The dependencies between the packages of the images are those in {@code arrows.txt}. */
class RoomsTest {
  @Test
  void roomsUseWhatTheTableAllows() throws IOException {
    Arrows.check("images", ImageConf.class);
  }

  @Test
  void thePictureInTheDocsShowsTheRooms() throws IOException {
    RoomsPicture.check(ImageConf.class);
  }
}
