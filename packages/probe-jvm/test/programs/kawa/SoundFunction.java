package kawa;

/** What a runtime makes of the functions of its programs. */
public abstract class SoundFunction {
  protected final String made = "by a compiler";
}
