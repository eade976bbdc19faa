package clojure.lang;

/** A variable that knows its name, by the fields of the real one. */
public final class Var {
  final Symbol sym;
  Object root;

  public Var(String name, Object root) {
    sym = new Symbol(name);
    this.root = root;
  }
}
