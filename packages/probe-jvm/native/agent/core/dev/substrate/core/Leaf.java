package dev.substrate.core;

import java.io.File;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.regex.Pattern;

/** Objects that read as one value: text, numbers, dates, enums and the like. Runs code of the JDK alone. */
final class Leaf {
  /** Says that an object is no leaf: null is a value of its own. */
  static final Object NOT = new Object();

  private Leaf() {}

  static Object of(Object object, Budget budget) {
    if (object == null || object instanceof Boolean) return object;
    if (object instanceof String) return budget.cut((String) object);
    if (object instanceof Integer) return ((Integer) object).longValue();
    Object leaf = rare(object, budget);
    return leaf instanceof String ? budget.cut((String) leaf) : leaf;
  }

  /** What a text stands for where everything has to be written as text: a switch or a whole number, if it is written as such. */
  static Object typed(Object value) {
    if (!(value instanceof String)) return value;
    String text = (String) value;
    if (text.equals("true") || text.equals("false")) return Boolean.valueOf(text);
    int digits = text.startsWith("-") ? 1 : 0;
    if (text.length() == digits || text.length() > 9 || text.charAt(digits) == '0' && text.length() > 1) return value;
    for (int i = digits; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return value;
    return Integer.valueOf(text);
  }

  private static Object rare(Object object, Budget budget) {
    if (object instanceof Number) return number((Number) object);
    if (object instanceof char[]) return characters((char[]) object, budget);
    if (object instanceof Character) return object.toString();
    if (object instanceof Enum) return ((Enum<?>) object).name();
    if (object instanceof AtomicBoolean) return ((AtomicBoolean) object).get();
    Class<?> type = object.getClass();
    if (!AppClasses.isJdk(type)) return NOT;
    if (object instanceof CharSequence) {
      return type == StringBuilder.class || type == StringBuffer.class || object instanceof java.nio.CharBuffer ? budget.cut(object.toString()) : NOT;
    }
    String name = type.getName();
    if (name.startsWith("java.time.")) return object.toString();
    if (object instanceof Date) return iso((Date) object);
    if (object instanceof Calendar) return iso(((Calendar) object).getTime());
    if (object instanceof UUID || object instanceof URI || object instanceof Locale || object instanceof Currency || object instanceof Pattern) {
      return budget.cut(object.toString());
    }
    if (object instanceof URL) return budget.cut(((URL) object).toExternalForm());
    if (object instanceof File) return ((File) object).getPath();
    if (object instanceof java.nio.file.Path) return object.toString();
    if (object instanceof Class) return ((Class<?>) object).getName();
    if (object instanceof TimeZone) return ((TimeZone) object).getID();
    if (object instanceof java.nio.charset.Charset) return ((java.nio.charset.Charset) object).name();
    if (object instanceof InetSocketAddress) {
      InetSocketAddress address = (InetSocketAddress) object;
      return (address.getAddress() == null ? address.getHostString() : address.getAddress().getHostAddress()) + ":" + address.getPort();
    }
    if (object instanceof InetAddress) return ((InetAddress) object).getHostAddress();
    if (name.equals("javax.management.ObjectName")) return object.toString();
    if (name.equals("java.awt.Color") || name.equals("javax.swing.plaf.ColorUIResource")) return Awt.color(object);
    if (name.equals("java.awt.Font") || name.equals("javax.swing.plaf.FontUIResource")) return Awt.font(object);
    if (object instanceof Throwable) return budget.cut(name + (((Throwable) object).getMessage() == null ? "" : ": " + ((Throwable) object).getMessage()));
    return NOT;
  }

  /** Text in the making: a buffer's unused part is zeros. */
  private static String characters(char[] text, Budget budget) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length && out.length() <= budget.maxString; i++) if (text[i] != 0) out.append(text[i]);
    return out.toString();
  }

  private static Object number(Number number) {
    // A subclass of the application's may answer as it likes.
    if (!AppClasses.isJdk(number.getClass())) return NOT;
    if (number instanceof Integer || number instanceof Short || number instanceof Byte) return number.longValue();
    if (number instanceof Float) return single((Float) number);
    if (number instanceof Double || number instanceof DoubleAdder) return floating(number.doubleValue());
    if (number instanceof BigDecimal) {
      double close = number.doubleValue();
      if (((BigDecimal) number).precision() <= 15) return floating(close);
      return ((BigDecimal) number).toPlainString();
    }
    if (number instanceof BigInteger) return ((BigInteger) number).bitLength() <= 53 ? (Object) number.longValue() : number.toString();
    long value = number.longValue();
    return Math.abs(value) <= 9007199254740991L ? (Object) value : String.valueOf(value);
  }

  /** The digits that the number was written with: 0.1 is not 0.10000000149011612. */
  private static Object single(float value) {
    return value == (int) value ? (Object) (double) value : floating(Double.parseDouble(Float.toString(value)));
  }

  private static Object floating(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? (Object) String.valueOf(value) : (Object) value;
  }

  /** java.sql.Date.toInstant throws: millis are asked for instead. */
  private static String iso(Date date) {
    return java.time.Instant.ofEpochMilli(date.getTime()).toString();
  }

  /** Apart, so that AWT is not looked for where nothing of it is met. */
  private static final class Awt {
    static String color(Object color) {
      String digits = Integer.toHexString(((java.awt.Color) color).getRGB() & 0xffffff);
      return "#000000".substring(0, 7 - digits.length()) + digits;
    }

    static String font(Object font) {
      return ((java.awt.Font) font).getName() + " " + ((java.awt.Font) font).getSize();
    }
  }

  static boolean isReference(Object object) {
    return object instanceof Reference;
  }

  /** A text that is on the screen. */
  static Node shown(String name, String text, Budget budget) {
    if (text == null) return Node.value(name, null);
    if (Secrets.value(name, text)) return Secrets.hidden(name);
    Node node = Node.value(name, budget.cut(text));
    if (text.length() > budget.maxString) node.length = text.length();
    if (budget.literals != null) node.literal = budget.literals.judge(text);
    return node;
  }
}
