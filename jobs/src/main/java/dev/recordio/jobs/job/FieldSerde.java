// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Objects as their fields, without names and types: the class that reads them is the one that wrote
 * them. A field is a number, a boolean, a text or null, bytes, an enum, a Writable, a list, or such
 * an object itself.
 */
final class FieldSerde {
  private static final Map<Type, Serde<?>> SIMPLE =
      Map.of(
          long.class,
          new Serde<Long>((value, out) -> out.writeLong(value), DataInput::readLong),
          int.class,
          new Serde<Integer>((value, out) -> out.writeInt(value), DataInput::readInt),
          boolean.class,
          new Serde<Boolean>((value, out) -> out.writeBoolean(value), DataInput::readBoolean),
          String.class,
          new Serde<String>(
              (value, out) -> WritableUtils.writeString(out, value), WritableUtils::readString),
          byte[].class,
          new Serde<>(FieldSerde::writeBytes, FieldSerde::readBytes));

  private final Constructor<?> constructor;
  private final boolean isRecord;
  private final List<Field> fields = new ArrayList<>();
  private final List<Serde<Object>> serdes = new ArrayList<>();

  private FieldSerde(Class<?> type) throws ReflectiveOperationException {
    isRecord = type.isRecord();
    if (isRecord) {
      RecordComponent[] components = type.getRecordComponents();
      constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      for (RecordComponent component : components) {
        fields.add(type.getDeclaredField(component.getName()));
      }
    } else {
      constructor = type.getDeclaredConstructor();
      Arrays.stream(type.getDeclaredFields())
          .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
          .sorted(Comparator.comparing(Field::getName)) // as Java promises no order
          .forEach(fields::add);
    }
    constructor.setAccessible(true);
    for (Field field : fields) {
      field.setAccessible(true);
      serdes.add(serde(field.getGenericType()));
    }
  }

  /** Returns the serde of a class. */
  @SuppressWarnings("unchecked") // each type is written and read as itself
  static <T> Serde<T> serde(Type type) {
    if (SIMPLE.containsKey(type)) {
      return (Serde<T>) SIMPLE.get(type);
    }
    if (type instanceof ParameterizedType list) {
      return (Serde<T>) listOf(serde(list.getActualTypeArguments()[0]));
    }
    var plain = (Class<?>) type;
    if (plain.isEnum()) {
      return new Serde<>(
          (value, out) -> out.writeByte(((Enum<?>) value).ordinal()),
          in -> (T) plain.getEnumConstants()[in.readByte()]);
    }
    if (Writable.class.isAssignableFrom(plain)) {
      return (Serde<T>) Serde.of(() -> (Writable) ReflectionUtils.newInstance(plain, null));
    }
    try {
      var object = new FieldSerde(plain);
      return new Serde<>(object::write, in -> (T) object.read(in));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no fields of a serde: " + type, e);
    }
  }

  private static Serde<List<Object>> listOf(Serde<Object> element) {
    return new Serde<>(
        (list, out) -> {
          out.writeInt(list.size());
          for (Object value : list) {
            element.writer().write(value, out);
          }
        },
        in -> {
          var list = new ArrayList<Object>();
          for (int left = in.readInt(); left > 0; left--) {
            list.add(element.reader().read(in));
          }
          return list;
        });
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private void write(Object object, DataOutput out) throws IOException {
    try {
      for (int i = 0; i < fields.size(); i++) {
        serdes.get(i).writer().write(fields.get(i).get(object), out);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // they were made accessible
    }
  }

  private Object read(DataInput in) throws IOException {
    Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = serdes.get(i).reader().read(in);
    }
    if (isRecord) {
      return create(values);
    }
    Object object = create();
    try {
      for (int i = 0; i < values.length; i++) {
        fields.get(i).set(object, values[i]);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // a final field
    }
    return object;
  }

  private Object create(Object... values) {
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
