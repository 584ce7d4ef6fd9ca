// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.SourceProvider.ReaderContext;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.split.StoreSplitPlanner;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * {@code store:DIR}: the records of a store that are not deleted, by ascending ids or in any order,
 * of one generation: the newest when it is opened, unless {@code recordio.store.generation} or
 * {@code recordio.store.tag} specify another; with the fields of {@code recordio.store.fields}.
 */
public final class StoreProvider implements SourceProvider {
  @Override
  public List<String> prefixes() {
    return List.of("store");
  }

  @Override
  public boolean fits(byte[] head, int length) {
    return false; // a store is a folder of many files: none of them is its input
  }

  @Override
  public Source<?> open(ReaderContext context, String prefix, String text, String input)
      throws IOException {
    StoreText of = StoreText.parse(context.conf(), input);
    Snapshot snapshot = Store.open(of.conf(), of.folder()).configured();
    List<String> fields = StoreSplitPlanner.fields(of.conf());
    return new StoreSource(of.conf(), text, snapshot, fields == null ? List.of() : fields);
  }

  /**
   * The input of the source {@code store:DIR}: a folder; after it {@code ?fields=A+B}, {@code
   * generation=N} or {@code tag=NAME}, with {@code &} between, which win over the keys.
   *
   * @param folder the store's
   * @param conf with the keys that are set so
   */
  private record StoreText(Path folder, Configuration conf) {
    private static final Pattern FORM = Pattern.compile("(.*?)\\?(\\w+=[^?/]*)");
    private static final Map<String, StoreConf> KEYS =
        Map.of(
            "fields", StoreConf.FIELDS, "generation", StoreConf.GENERATION, "tag", StoreConf.TAG);

    /**
     * Reads it.
     *
     * @throws InvalidSettingException when it is something else
     */
    static StoreText parse(Configuration conf, String input) {
      List<String> entries = InputSpec.entries(input);
      if (entries.size() != 1) {
        throw new InvalidSettingException(
            "'"
                + input
                + "' is no store: write one folder, such as store:data/faces?fields=image+label;"
                + " zip reads several stores side by side");
      }
      Matcher form = FORM.matcher(entries.get(0));
      if (!form.matches()) {
        return new StoreText(new Path(entries.get(0)), conf);
      }
      var own = new Configuration(conf);
      for (String argument : form.group(2).split("&", -1)) {
        String[] parts = argument.split("=", 2);
        StoreConf key = KEYS.get(parts[0]);
        if (key == null || parts.length < 2 || parts[1].isEmpty()) {
          throw new InvalidSettingException(
              "'" + argument + "' after a store: expected fields=A+B, generation=N or tag=NAME");
        }
        if (key == StoreConf.TAG) {
          own.unset(StoreConf.GENERATION.key());
        } else if (key == StoreConf.GENERATION) {
          own.unset(StoreConf.TAG.key());
        }
        own.set(key.key(), parts[1].replace('+', ','));
      }
      return new StoreText(new Path(form.group(1)), own);
    }
  }
}
