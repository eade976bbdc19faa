package dev.substrate.core;

import java.lang.reflect.Field;
import java.util.regex.Pattern;

/** Text as a person reads it. Apart from the toolkits: each may be missing. */
final class Words {
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern WORDS = Pattern.compile("[\\p{L}\\p{N}]");

  private static final Pattern MARK = Pattern.compile("^[*●•]\\s*|\\s*[*●•]$");

  /** A class and a number that the JVM made up, on their own or within other words, as in what a list says of its elements. No address of mail: those end in a domain. */
  private static final Pattern MADE_UP = Pattern.compile("(^|[\\[{(=,\\s])(\\[*[\\w$]+\\.[\\w$.]+;?|\\[[A-Z]|[A-Z][\\w$]*)@[0-9a-f]{4,8}(?![\\w.@-])");

  private Words() {}

  /** What an object says of itself where nobody made it say more: nothing that a person was meant to read. */
  static boolean areMadeUp(String text, Object of) {
    return text != null && of != null && (text.startsWith(of.getClass().getName() + "@") || text.indexOf('@') >= 0 && MADE_UP.matcher(text).find());
  }

  /** The same, or what compilers and tools write of a class where nobody wrote it by hand: its name and, in brackets, its fields. */
  static boolean areCode(String text, Object of) {
    return areMadeUp(text, of) || text != null && of != null && tellsFields(text, of.getClass());
  }

  private static boolean tellsFields(String text, Class<?> type) {
    String name = text.startsWith(type.getName()) ? type.getName() : ClassNames.simple(type);
    int at = name.length() + (text.startsWith(" ", name.length()) ? 1 : 0);
    int end = text.indexOf('=', at);
    if (name.isEmpty() || !text.startsWith(name) || end < 0 || "[({".indexOf(text.charAt(at)) < 0) return false;
    String field = text.substring(at + 1, end).trim();
    try {
      for (Class<?> c = type; c != null; c = c.getSuperclass()) for (Field each : c.getDeclaredFields()) if (each.getName().equals(field)) return true;
    } catch (LinkageError missing) {
      // A field is of a class that is not there.
    }
    return false;
  }

  /** Whether there is a letter or a digit in it. */
  static boolean hasWords(String text) {
    return WORDS.matcher(text).find();
  }

  /** Text without markup, mnemonics or a trailing colon; null when nothing is left. */
  static String clean(String text) {
    if (text == null) return null;
    if (text.regionMatches(true, 0, "<html", 0, 5)) text = TAG.matcher(text).replaceAll(" ").replace("&nbsp;", " ").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    text = text.trim();
    if (!isPlain(text)) text = BLANKS.matcher(text).replaceAll(" ");
    if (text.endsWith(":")) text = text.substring(0, text.length() - 1).trim();
    return text.isEmpty() ? null : text;
  }

  /** Without the mark of what is not saved yet. */
  static String unmarked(String title) {
    String plain = MARK.matcher(title).replaceAll("");
    return plain.isEmpty() ? title : plain;
  }

  /** No white space but single blanks, as most labels are: these are cleaned at every poll. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == ' ' && text.charAt(i + 1) == ' ') return false;
    }
    return true;
  }
}
