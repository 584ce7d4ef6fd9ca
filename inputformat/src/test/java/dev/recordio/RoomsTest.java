// SPDX-License-Identifier: Apache-2.0
package dev.recordio;

import dev.recordio.testing.Arrows;
import dev.recordio.testing.RoomsPicture;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Arrows between the rooms of the library are those of {@code arrows.txt}. */
class RoomsTest {
  @Test
  void roomsUseWhatTheTableAllows() throws IOException {
    Arrows.check("inputformat", RecordIOFormat.class);
  }

  @Test
  void thePictureInTheDocsShowsTheRooms() throws IOException {
    RoomsPicture.check(RecordIOFormat.class);
  }
}
