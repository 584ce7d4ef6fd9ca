// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageExtensionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.jpg",
        "a.JPEG",
        "a.Png",
        ".hidden.jpg",
        "d.x/a.jpg",
        "photo 图片 no 1.jpg",
        "a..jpg",
        "a/.b.png",
        "x.jpg.png"
      })
  void imagesMatchByDefault(String name) {
    assertTrue(ImageExtensions.DEFAULT.matches(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "jpg",
        ".jpg",
        "..jpg",
        "a/.jpg",
        "a.png/.jpg",
        "a.jpg.txt",
        "ajpg",
        "a.jpg ",
        "a.gif",
        "a.jpg/b",
        "notes.txt"
      })
  void otherNamesDoNot(String name) {
    assertFalse(ImageExtensions.DEFAULT.matches(name));
  }

  @Test
  void everyNameInTheFixtureListIsAnImage() throws Exception {
    for (String line : ImageFixture.lines("list_recursive.lst")) {
      assertTrue(ImageExtensions.DEFAULT.matches(line.substring(line.lastIndexOf('\t') + 1)), line);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jpg,jpeg,.png | .jpg,.jpeg,.png",
        "' JPG , .Tiff ' | .jpg,.tiff",
        "jpg,.jpg,JPG | .jpg",
        "tar.gz | .tar.gz",
        "All | all"
      })
  void usersListsAreRead(String list, String meaning) {
    ImageExtensions extensions = ImageExtensions.parse(list);
    assertEquals(meaning, extensions.toString());
    assertEquals(meaning, ImageExtensions.parse(extensions.toString()).toString());
  }

  @Test
  void onlyTheExtensionsOfTheListMatch() {
    ImageExtensions extensions = ImageExtensions.parse("gif,.Tar.gz");
    assertTrue(extensions.matches("a.GIF"));
    assertTrue(extensions.matches("a.TAR.GZ"));
    assertFalse(extensions.matches("a.gz"));
    assertFalse(extensions.matches("a.jpg"));
  }

  @Test
  void allMatchesEveryName() {
    assertSame(ImageExtensions.ALL, ImageExtensions.parse("all"));
    assertTrue(ImageExtensions.ALL.matches("notes.txt"));
    assertTrue(ImageExtensions.ALL.matches(".jpg"));
    assertTrue(ImageExtensions.ALL.matches("Makefile"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".", "jpg,", ",jpg", "jpg,,png", "jpg,all", "a/b", "jpg,."})
  void brokenListsAreRefusedWithTheirText(String list) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ImageExtensions.parse(list));
    assertTrue(e.getMessage().contains("\"" + list + "\""), e.getMessage());
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      assertTrue(ImageExtensions.parse("GIF").matches("a.gif"));
      assertTrue(ImageExtensions.parse("gif").matches("a.GIF"));
    } finally {
      Locale.setDefault(before);
    }
  }
}
