package dev.substrate.core;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** What must not leave the process: judged by the name a value goes by, and by the shape of the value. */
final class Secrets {
  static final String REDACTED = "[redacted]";

  private static final Pattern NAME =
      Pattern.compile(
          "pass(word|wd|phrase|code)|(^|_)(pwd|pw|pin|cvv|cvc|otp)($|_)|secret|credential|private_?key|api_?key|access_?key|"
              + "(auth|access|refresh|session|bearer|id|csrf|xsrf|api)_?token|(^|_)token$|cookie|session_?id|jsessionid|salt$|authorization");
  private static final Pattern VALUE =
      Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----|^eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*$|^(sk|ghp|gho|xox[bp])[-_][A-Za-z0-9_-]{16,}$");
  private static final Pattern IN_ADDRESS = Pattern.compile("(\\w+://[^/\\s:@]*:)[^/\\s@]+(?=@)");
  private static final Pattern IN_QUERY = Pattern.compile("((?i:password|passwd|pwd|secret|token|api_?key)=)[^;&\\s]+");
  private static final Pattern IN_SQL = Pattern.compile("(?i)\\b((?:PASSWORD|HASH|SALT|IDENTIFIED\\s+BY)\\s+')[^']+(?=')");
  private static final Pattern NUMBER = Pattern.compile("(.*_)?(pin|cvv|cvc|otp|password|passcode|secret)(_code|_number)?");
  private static final Pattern RUNS = Pattern.compile("_+");
  /** Names come again with every poll: each is judged once. */
  private static final Map<String, Boolean> verdicts = new ConcurrentHashMap<String, Boolean>();
  private static final Map<String, Boolean> numbers = new ConcurrentHashMap<String, Boolean>();
  private static final int MAX_VERDICTS = 20000;

  private Secrets() {}

  static boolean name(String name) {
    if (name == null || name.length() < 2 || name.length() > 80) return false;
    Boolean known = verdicts.get(name);
    if (known != null) return known;
    boolean verdict = NAME.matcher(snake(name)).find();
    if (verdicts.size() < MAX_VERDICTS) verdicts.put(name, verdict);
    return verdict;
  }

  /** A name whose value is about a secret rather than one: `passwordLength`, `showPassword`. */
  static boolean value(String name, Object value) {
    if (value instanceof Boolean || value == null) return false;
    if (value instanceof String && ((String) value).isEmpty()) return false;
    if (value instanceof Number) return number(name);
    if (name(name)) return true;
    if (!(value instanceof String) || ((String) value).length() < 19) return false;
    char first = ((String) value).charAt(0);
    return "-esgx".indexOf(first) >= 0 && VALUE.matcher((String) value).lookingAt();
  }

  private static boolean number(String name) {
    if (!name(name)) return false;
    Boolean known = numbers.get(name);
    if (known != null) return known;
    boolean verdict = NUMBER.matcher(snake(name)).matches();
    if (numbers.size() < MAX_VERDICTS) numbers.put(name, verdict);
    return verdict;
  }

  /** Passwords inside an address, a connection string or a statement. */
  static String inside(String text) {
    if (text.indexOf('\'') >= 0) text = IN_SQL.matcher(text).replaceAll("$1" + REDACTED);
    if (text.indexOf('@') < 0 && text.indexOf('=') < 0) return text;
    return IN_QUERY.matcher(IN_ADDRESS.matcher(text).replaceAll("$1" + REDACTED)).replaceAll("$1" + REDACTED);
  }

  static String snake(String name) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        if (i > 0 && (Character.isLowerCase(name.charAt(i - 1)) || i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1)))) out.append('_');
        out.append(Character.toLowerCase(c));
      } else out.append(Character.isLetterOrDigit(c) ? c : '_');
    }
    return RUNS.matcher(out.toString().toLowerCase(Locale.ROOT)).replaceAll("_");
  }
}
