package clojure.lang;

/** A name, as the real one keeps it. */
public final class Symbol {
  final String ns = null;
  final String name;

  public Symbol(String name) {
    this.name = name;
  }
}
