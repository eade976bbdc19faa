package pantry;

final class Jar {
  final String what;
  int grams;
  boolean open;

  Jar(String what, int grams) {
    this.what = what;
    this.grams = grams;
  }
}
