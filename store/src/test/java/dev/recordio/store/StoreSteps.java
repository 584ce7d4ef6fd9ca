// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Changes of a store, each of which makes one generation: first of its model, then of the store.
 * What is done follows from the model alone, so that it can be done again without the store.
 */
public final class StoreSteps {
  /** Fields of all kinds, of which two are together. */
  public static final StoreSchema SCHEMA =
      new StoreSchema(
          List.of(
              StoreField.parse("label=f4"),
              StoreField.parse("image=bytes"),
              StoreField.parse("size=<i4[2]"),
              StoreField.parse("tokens=i8[*]:deflate")),
          List.of(List.of("image", "size")));

  private StoreSteps() {}

  /** A change. */
  public interface Step {
    /**
     * Makes the change.
     *
     * @param store null to change the model alone
     */
    void run(Store store, StoreModel model) throws IOException;
  }

  /** All kinds of changes. */
  public enum Kind {
    APPEND((store, model) -> append(store, model, 4)),
    UPDATE(StoreSteps::update),
    DELETE((store, model) -> delete(store, model, false)),
    SWAP((store, model) -> delete(store, model, true)),
    ADD_FIELD(StoreSteps::addField),
    DROP_FIELD(StoreSteps::dropField),
    REBALANCE((store, model) -> rebalance(store, model, false)),
    RENUMBER((store, model) -> rebalance(store, model, true));

    private final Step step;

    Kind(Step step) {
      this.step = step;
    }

    /** Returns the change. */
    public Step step() {
      return step;
    }
  }

  /** Makes the change of a number: a row of them, of all kinds. */
  public static void run(int number, Store store, StoreModel model) throws IOException {
    if (model.live().size() < 8 || number % 3 == 0) {
      append(store, model, 3);
    } else if (number % 11 == 4) {
      addField(store, model);
    } else if (number % 11 == 10 && model.records().contains(null)) {
      rebalance(store, model, true);
    } else if (number % 11 == 8 && model.fields().size() > 3) {
      dropField(store, model);
    } else if (number % 3 == 1) {
      update(store, model);
    } else {
      delete(store, model, number % 2 == 0);
    }
  }

  /** Adds records; some have no values of some fields. */
  public static void append(Store store, StoreModel model, int count) throws IOException {
    var records = new ArrayList<Map<String, byte[]>>();
    for (int i = 0; i < count; i++) {
      int number = model.records().size();
      Map<String, byte[]> record = new HashMap<>();
      for (StoreField field : model.fields()) {
        if (!field.name().equals("size") || number % 7 > 0) {
          record.put(field.name(), StoreModel.value(field, new Random(number)));
        }
      }
      records.add(record);
      model.records().add(record);
    }
    if (store != null) {
      try (StoreAppend append = store.append()) {
        for (Map<String, byte[]> record : records) {
          record.forEach(append::set);
          append.add();
        }
        append.commit();
      }
    }
  }

  /** Changes all values of some records; one loses the first. */
  public static void update(Store store, StoreModel model) throws IOException {
    List<Integer> live = model.live();
    List<Integer> ids = List.of(live.get(1), live.get(3), live.get(live.size() - 1));
    var changed = new HashMap<Integer, Map<String, byte[]>>();
    for (int id : ids) {
      Map<String, byte[]> record = new HashMap<>();
      for (StoreField field : model.fields()) {
        record.put(
            field.name(), StoreModel.value(field, new Random(id + 31L * model.records().size())));
      }
      if (id == ids.get(0)) {
        record.remove(model.fields().get(0).name());
      }
      changed.put(id, record);
      model.records().set(id, record);
    }
    if (store != null) {
      try (StoreUpdate update = store.update()) {
        for (int id : ids) {
          for (StoreField field : model.fields()) {
            byte[] value = changed.get(id).get(field.name());
            if (value == null) {
              update.setAbsent(id, update.schema().indexOf(field.name()));
            } else {
              update.set(id, field.name(), value);
            }
          }
        }
        update.commit();
      }
    }
  }

  /** Deletes two records. */
  public static void delete(Store store, StoreModel model, boolean swap) throws IOException {
    List<Integer> live = model.live();
    List<Integer> ids = List.of(live.get(2), live.get(live.size() - 2));
    if (swap) {
      model.swap(ids);
    } else {
      ids.forEach(id -> model.records().set(id, null));
    }
    if (store != null) {
      StoreDelete delete = swap ? store.deleteBySwap() : store.delete();
      ids.forEach(delete::add);
      delete.commit();
    }
  }

  /** Adds a field. */
  public static void addField(Store store, StoreModel model) throws IOException {
    String last = model.fields().get(model.fields().size() - 1).name();
    int number = last.startsWith("f_") ? Integer.parseInt(last.substring(2)) + 1 : 0;
    StoreField field = StoreField.parse("f_" + number + "=f8");
    model.fields().add(field);
    if (store != null) {
      store.alter(List.of(field), List.of());
    }
  }

  /** Rewrites what is small or has little that is live; ids of deleted records close up. */
  public static void rebalance(Store store, StoreModel model, boolean renumber) throws IOException {
    if (renumber) {
      model.records().removeIf(record -> record == null);
    }
    if (store != null) {
      new WrittenRebalance(store, new RebalanceOptions(0.9, false, renumber)).commit(store);
    }
  }

  /** Drops the second field: at first one of two that are together. */
  public static void dropField(Store store, StoreModel model) throws IOException {
    String name = model.fields().remove(1).name();
    model.records().stream().filter(record -> record != null).forEach(r -> r.remove(name));
    if (store != null) {
      store.alter(List.of(), List.of(name));
    }
  }
}
