/** What a compiled script is: an object of the program's that holds the table of its names. */
public final class Stage {
  private final Object names;

  public Stage(Object names) {
    this.names = names;
  }
}
