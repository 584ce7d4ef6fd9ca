// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.reader.source.Sources;
import java.util.List;
import java.util.stream.IntStream;

/** A source as a user's jar would add it: {@code count:N}, the numbers below N. */
public final class CountProvider implements SourceProvider {
  @Override
  public List<String> prefixes() {
    return List.of("count");
  }

  @Override
  public boolean fits(byte[] head, int length) {
    return false;
  }

  @Override
  public Source<?> open(ReaderContext context, String prefix, String text, String input) {
    var numbers = IntStream.range(0, Integer.parseInt(input)).boxed().toList();
    return (Source<?>) Sources.of(numbers);
  }
}
