package kawa;

/** What a language asks of all its records. */
public interface Product {
  int productArity();

  Object productPart(int at);
}
