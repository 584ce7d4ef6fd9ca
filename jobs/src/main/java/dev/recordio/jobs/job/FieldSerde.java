// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Objects as their fields, without names and types: the class that reads them is the one that wrote
 * them. A field is a number, a boolean, a text, an array of numbers, an enum, a Writable, a list, a
 * sorted set, a map, or such an object itself; transient fields are left out. Each may be null,
 * where Java allows that.
 */
final class FieldSerde {
  private static final Map<Type, Serde<?>> SIMPLE =
      Map.ofEntries(
          simple(DataOutput::writeLong, DataInput::readLong, long.class),
          simple(DataOutput::writeInt, DataInput::readInt, int.class),
          simple(DataOutput::writeBoolean, DataInput::readBoolean, boolean.class),
          simple(DataOutput::writeDouble, DataInput::readDouble, double.class),
          simple(DataOutput::writeFloat, DataInput::readFloat, float.class),
          simple(DataOutput::writeLong, DataInput::readLong, Long.class),
          simple(DataOutput::writeInt, DataInput::readInt, Integer.class),
          simple(DataOutput::writeFloat, DataInput::readFloat, Float.class),
          simple(WritableUtils::writeString, WritableUtils::readString, String.class),
          simple(
              (out, value) -> WritableUtils.writeString(out, value.toString()),
              in -> new BigInteger(WritableUtils.readString(in)),
              BigInteger.class));

  private static final Map<Class<?>, FieldSerde> OBJECTS = new ConcurrentHashMap<>();

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
      serdes.add(orNull(field.getGenericType()));
    }
  }

  private interface Put<T> {
    void put(DataOutput out, T value) throws IOException;
  }

  private static <T> Map.Entry<Type, Serde<?>> simple(
      Put<T> put, Serde.Reader<T> reader, Class<T> type) {
    return Map.entry(type, new Serde<T>((value, out) -> put.put(out, value), reader));
  }

  /** Returns the serde of a class. */
  static FieldSerde of(Class<?> type) {
    FieldSerde known = OBJECTS.get(type);
    if (known == null) {
      try {
        known = new FieldSerde(type);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("no fields of a serde: " + type, e);
      }
      OBJECTS.put(type, known);
    }
    return known;
  }

  /** Returns the serde of a type, whose values may be null unless it is primitive. */
  @SuppressWarnings("unchecked") // each type is written and read as itself
  private static Serde<Object> orNull(Type type) {
    Serde<Object> serde = serde(type);
    if (type instanceof Class<?> plain && plain.isPrimitive()) {
      return serde;
    }
    return new Serde<>(
        (value, out) -> {
          out.writeBoolean(value != null);
          if (value != null) {
            serde.writer().write(value, out);
          }
        },
        in -> in.readBoolean() ? serde.reader().read(in) : null);
  }

  /** Returns the serde of a type. */
  @SuppressWarnings("unchecked") // each type is written and read as itself
  static <T> Serde<T> serde(Type type) {
    if (SIMPLE.containsKey(type)) {
      return (Serde<T>) SIMPLE.get(type);
    }
    if (type instanceof ParameterizedType several) {
      Type[] of = several.getActualTypeArguments();
      var kind = (Class<?>) several.getRawType();
      boolean isSorted = SortedMap.class.isAssignableFrom(kind);
      return (Serde<T>)
          (Map.class.isAssignableFrom(kind)
              ? map(serde(of[0]), orNull(of[1]), isSorted ? TreeMap::new : LinkedHashMap::new)
              : kind == SortedSet.class
                  ? collection(orNull(of[0]), TreeSet::new)
                  : orNull(of[0]).list());
    }
    var plain = (Class<?>) type;
    if (plain.isArray()) {
      return (Serde<T>) array(plain.getComponentType());
    }
    if (plain.isEnum()) {
      return new Serde<>(
          (value, out) -> out.writeByte(((Enum<?>) value).ordinal()),
          in -> (T) plain.getEnumConstants()[in.readByte()]);
    }
    if (Writable.class.isAssignableFrom(plain)) {
      return (Serde<T>) Serde.of(() -> (Writable) ReflectionUtils.newInstance(plain, null));
    }
    FieldSerde object = of(plain);
    return new Serde<>(object::write, in -> (T) object.read(in));
  }

  /** Returns the serde of collections of values, in their order. */
  static <T, C extends Collection<T>> Serde<C> collection(Serde<T> element, Supplier<C> empty) {
    return new Serde<>(
        (values, out) -> {
          out.writeInt(values.size());
          for (T value : values) {
            element.writer().write(value, out);
          }
        },
        in -> {
          C values = empty.get();
          for (int left = in.readInt(); left > 0; left--) {
            values.add(element.reader().read(in));
          }
          return values;
        });
  }

  private static Serde<Map<Object, Object>> map(
      Serde<Object> key, Serde<Object> value, Supplier<Map<Object, Object>> empty) {
    return new Serde<>(
        (map, out) -> {
          out.writeInt(map.size());
          for (Map.Entry<Object, Object> entry : map.entrySet()) {
            key.writer().write(entry.getKey(), out);
            value.writer().write(entry.getValue(), out);
          }
        },
        in -> {
          Map<Object, Object> map = empty.get();
          for (int left = in.readInt(); left > 0; left--) {
            map.put(key.reader().read(in), value.reader().read(in));
          }
          return map;
        });
  }

  private static Serde<Object> array(Class<?> component) {
    Serde<Object> element = component == byte.class ? null : orNull(component);
    return new Serde<>(
        (array, out) -> {
          int length = Array.getLength(array);
          out.writeInt(length);
          if (array instanceof byte[] bytes) {
            out.write(bytes);
            return;
          }
          for (int i = 0; i < length; i++) {
            element.writer().write(Array.get(array, i), out);
          }
        },
        in -> {
          Object array = Array.newInstance(component, in.readInt());
          if (array instanceof byte[] bytes) {
            in.readFully(bytes);
            return array;
          }
          for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, element.reader().read(in));
          }
          return array;
        });
  }

  void write(Object object, DataOutput out) throws IOException {
    try {
      for (int i = 0; i < fields.size(); i++) {
        serdes.get(i).writer().write(fields.get(i).get(object), out);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // they were made accessible
    }
  }

  private Object read(DataInput in) throws IOException {
    if (!isRecord) {
      Object object = create();
      read(object, in);
      return object;
    }
    Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = serdes.get(i).reader().read(in);
    }
    return create(values);
  }

  /** Reads the fields of an object that is no record. */
  void read(Object object, DataInput in) throws IOException {
    try {
      for (int i = 0; i < fields.size(); i++) {
        fields.get(i).set(object, serdes.get(i).reader().read(in));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // they were made accessible
    }
  }

  private Object create(Object... values) {
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
