package dev.substrate.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON in and out with nothing but the JDK. Objects are maps, arrays lists, numbers Long or Double. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.blank();
    if (json.at < text.length()) throw json.wrong();
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> parseObject(String text) {
    return (Map<String, Object>) parse(text);
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("not JSON at " + at);
  }

  private void blank() {
    while (at < text.length() && text.charAt(at) <= ' ') at++;
  }

  private char next() {
    if (at >= text.length()) throw wrong();
    return text.charAt(at++);
  }

  private Object value() {
    blank();
    char c = next();
    if (c == '{') return object();
    if (c == '[') return array();
    if (c == '"') return string();
    at--;
    if (text.startsWith("true", at)) return word(4, Boolean.TRUE);
    if (text.startsWith("false", at)) return word(5, Boolean.FALSE);
    if (text.startsWith("null", at)) return word(4, null);
    return number();
  }

  private Object word(int length, Object value) {
    at += length;
    return value;
  }

  private Object number() {
    int from = at;
    boolean whole = true;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '.' || c == 'e' || c == 'E') whole = false;
      else if (!(c >= '0' && c <= '9') && c != '-' && c != '+') break;
      at++;
    }
    String digits = text.substring(from, at);
    try {
      if (whole && digits.length() < 19) return Long.valueOf(digits);
      return Double.valueOf(digits);
    } catch (NumberFormatException e) {
      throw wrong();
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    while (true) {
      char c = next();
      if (c == '"') return out.toString();
      if (c != '\\') {
        out.append(c);
        continue;
      }
      c = next();
      switch (c) {
        case 'n': out.append('\n'); break;
        case 't': out.append('\t'); break;
        case 'r': out.append('\r'); break;
        case 'b': out.append('\b'); break;
        case 'f': out.append('\f'); break;
        case 'u':
          if (at + 4 > text.length()) throw wrong();
          out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
          break;
        default: out.append(c);
      }
    }
  }

  private List<Object> array() {
    List<Object> out = new ArrayList<Object>();
    blank();
    if (next() == ']') return out;
    at--;
    while (true) {
      out.add(value());
      blank();
      char c = next();
      if (c == ']') return out;
      if (c != ',') throw wrong();
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> out = new LinkedHashMap<String, Object>();
    blank();
    if (next() == '}') return out;
    at--;
    while (true) {
      blank();
      if (next() != '"') throw wrong();
      String key = string();
      blank();
      if (next() != ':') throw wrong();
      out.put(key, value());
      blank();
      char c = next();
      if (c == '}') return out;
      if (c != ',') throw wrong();
    }
  }

  static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c == '\n') out.append("\\n");
      else if (c == '\t') out.append("\\t");
      else if (c == '\r') out.append("\\r");
      else if (c < ' ' || Character.isSurrogate(c) && !paired(text, i) || c == '\u2028' || c == '\u2029') {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) out.append(Character.forDigit((c >> shift) & 15, 16));
      } else out.append(c);
    }
    out.append('"');
  }

  private static boolean paired(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }

  /** Maps, lists, strings, numbers, booleans, null, and what already is JSON ({@link Raw}). */
  static void write(StringBuilder out, Object value) {
    if (value == null) out.append("null");
    else if (value instanceof String) quote(out, (String) value);
    else if (value instanceof Raw) out.append(((Raw) value).json);
    else if (value instanceof Map) {
      out.append('{');
      boolean first = true;
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        if (!first) out.append(',');
        first = false;
        quote(out, String.valueOf(entry.getKey()));
        out.append(':');
        write(out, entry.getValue());
      }
      out.append('}');
    } else if (value instanceof List) {
      out.append('[');
      boolean first = true;
      for (Object element : (List<?>) value) {
        if (!first) out.append(',');
        first = false;
        write(out, element);
      }
      out.append(']');
    } else if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (Double.isNaN(number) || Double.isInfinite(number)) out.append("null");
      else if (number == Math.rint(number) && Math.abs(number) < 9e15) out.append((long) number);
      else out.append(value.toString());
    } else if (value instanceof Number || value instanceof Boolean) out.append(value);
    else quote(out, String.valueOf(value));
  }

  static String text(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  static final class Raw {
    final String json;

    Raw(String json) {
      this.json = json;
    }
  }
}
