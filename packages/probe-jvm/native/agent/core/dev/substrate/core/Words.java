package dev.substrate.core;

/** Text as a person reads it. Apart from the toolkits: each may be missing. */
final class Words {
  private Words() {}

  /** Text without markup, mnemonics or a trailing colon; null when nothing is left. */
  static String clean(String text) {
    if (text == null) return null;
    if (text.regionMatches(true, 0, "<html", 0, 5)) text = text.replaceAll("<[^>]*>", " ").replace("&nbsp;", " ").replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    text = text.trim().replaceAll("\\s+", " ");
    if (text.endsWith(":")) text = text.substring(0, text.length() - 1).trim();
    return text.isEmpty() ? null : text;
  }
}
