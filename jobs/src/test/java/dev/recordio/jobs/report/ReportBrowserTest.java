// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages as headless Chromium shows them, where it is installed. */
@Tag("deep")
class ReportBrowserTest extends ReportTestBase {
  private static final int[] WIDTHS = {400, 1280};

  /** What is, or begins, outside the window; and what of a chart is outside that. */
  private static final String OUTSIDE =
      """
      [...document.querySelectorAll('body *')].filter(e => {
        const place = e.getBoundingClientRect();
        const within = e.tagName == 'text' ? e.ownerSVGElement.getBoundingClientRect()
            : {left: 0, right: document.documentElement.clientWidth};
        return place.width > 0 && (place.left < within.left - 0.5 || place.right > within.right + 0.5);
      }).concat([...document.querySelectorAll('dd, dt')].filter(e => e.scrollWidth > e.clientWidth))
        .map(e => e.tagName + ' ' + e.textContent.slice(0, 40))
      """;

  @Test
  void pagesAreReadableAtTwoWidthsInBothSchemesWithAndWithoutScripts() throws Exception {
    Path program = Browser.program();
    assumeTrue(program != null, "no Chromium is installed");
    String longName = "n".repeat(180) + ".libsvm";
    Map<String, Path> inputs =
        Map.of(
            "records.html", images("records"),
            "wide.html", wideRows("wide.libsvm"),
            "rows.html", rows(longName),
            "store.html", store("store"),
            "empty.html", write("empty.rec", ""));
    for (Map.Entry<String, Path> input : inputs.entrySet()) {
      page(input.getValue(), input.getKey());
    }
    try (var browser = new Browser(program, dir.resolve("profile"))) {
      for (boolean scripts : new boolean[] {true, false}) {
        browser.call("Emulation.setScriptExecutionDisabled", "value", !scripts);
        for (String page : inputs.keySet()) {
          browser.open(dir.resolve(page));
          check(browser, page);
        }
      }
    }
  }

  private static void check(Browser browser, String page) throws Exception {
    assertEquals(List.of(), browser.events("Runtime.consoleAPICalled"), page);
    assertEquals(List.of(), browser.events("Runtime.exceptionThrown"), page);
    assertEquals(List.of(), browser.events("Log.entryAdded"), page);
    for (JsonNode request : browser.events("Network.requestWillBeSent")) {
      String url = request.path("request").path("url").asText();
      assertTrue(url.startsWith("data:") || url.endsWith("/" + page), url);
    }
    for (int width : WIDTHS) {
      browser.call(
          "Emulation.setDeviceMetricsOverride",
          "width",
          width,
          "height",
          900,
          "deviceScaleFactor",
          1,
          "mobile",
          false);
      String wide = "document.documentElement.scrollWidth";
      assertTrue(browser.evaluate(wide).asInt() <= width, page + " at " + width);
      assertEquals("[]", browser.evaluate(OUTSIDE).toString(), page + " at " + width);
      checkCharts(browser, page);
    }
    assertEquals(
        0, browser.evaluate("[...document.images].filter(i => !i.naturalWidth).length").asInt());
    assertTrue(brightness(browser, "light") > 200, page);
    assertTrue(brightness(browser, "dark") < 60, page);
  }

  private static void checkCharts(Browser browser, String page) throws Exception {
    JsonNode sizes =
        browser.evaluate(
            "[...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect())"
                + ".map(r => [r.width, r.height])");
    assertTrue(sizes.size() >= 1, page + " has " + sizes.size() + " charts");
    for (JsonNode size : sizes) {
      assertTrue(size.get(0).asDouble() >= 100 && size.get(1).asDouble() >= 40, page + " " + size);
    }
    List<String> names = chartNames(browser);
    assertEquals(sizes.size(), names.size(), page);
    assertEquals(names.size(), new HashSet<>(names).size(), "each has its own: " + names);
    assertTrue(names.stream().noneMatch(String::isBlank), page);
  }

  /** Returns the names that a screen reader gets. */
  private static List<String> chartNames(Browser browser) throws IOException, InterruptedException {
    var names = new ArrayList<String>();
    for (JsonNode node : browser.call("Accessibility.getFullAXTree").path("nodes")) {
      boolean isImage = List.of("image", "img").contains(node.path("role").path("value").asText());
      boolean isThumbnail = node.path("name").path("value").asText().startsWith("key ");
      if (isImage && !isThumbnail && !node.path("ignored").asBoolean()) {
        names.add(node.path("name").path("value").asText());
      }
    }
    return names;
  }

  private static int brightness(Browser browser, String scheme) throws Exception {
    browser.call(
        "Emulation.setEmulatedMedia",
        "features",
        List.of(Map.of("name", "prefers-color-scheme", "value", scheme)));
    String color = browser.evaluate("getComputedStyle(document.body).backgroundColor").asText();
    String[] channels = color.replaceAll("[^0-9,]", "").split(",");
    return Integer.parseInt(channels[1]);
  }
}
