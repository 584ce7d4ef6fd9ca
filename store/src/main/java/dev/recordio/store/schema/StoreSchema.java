// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.schema;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The fields of a record store, and which of them are stored together.
 *
 * @param fields the fields, in their order
 * @param together the names of fields whose values lie side by side, so that one read brings all a
 *     record's values; a field is in one list at most, the others have chunks of their own
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record StoreSchema(List<StoreField> fields, List<List<String>> together) {
  /**
   * Creates a schema.
   *
   * @throws InvalidSettingException when two fields have the same name, or a list names no field of
   *     the schema, or a field occurs twice
   */
  public StoreSchema {
    fields = List.copyOf(fields);
    together = together.stream().map(List::copyOf).toList();
    Set<String> names = new HashSet<>();
    for (StoreField field : fields) {
      // Hive knows no case, and some file systems none in the names of outputs.
      if (!names.add(field.name().toLowerCase(java.util.Locale.ROOT))) {
        throw new InvalidSettingException("two fields are named " + field.name());
      }
    }
    Set<String> grouped = new HashSet<>();
    for (List<String> group : together) {
      for (String name : group) {
        require(fields, name);
        if (!grouped.add(name)) {
          throw new InvalidSettingException(
              "field " + name + " is twice in the lists of fields that are stored together");
        }
      }
    }
  }

  /** Creates a schema of fields that have chunks of their own. */
  public StoreSchema(List<StoreField> fields) {
    this(fields, List.of());
  }

  /** Returns the number of a field in the list; -1 if there is none of that name. */
  public int indexOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns a field.
   *
   * @throws InvalidSettingException when there is none of that name
   */
  public StoreField field(String name) {
    return require(fields, name);
  }

  private static StoreField require(List<StoreField> fields, String name) {
    var names = new ArrayList<String>();
    for (StoreField field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
      names.add(field.name());
    }
    List<String> near = Suggestion.near(name, names);
    throw new InvalidSettingException(
        "there is no field "
            + name
            + ": the fields are "
            + String.join(", ", names)
            + Suggestion.didYouMean(near));
  }
}
