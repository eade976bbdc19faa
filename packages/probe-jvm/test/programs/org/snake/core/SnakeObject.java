package org.snake.core;

/** What a scripting engine makes of a script's values. */
public final class SnakeObject {
  private String text;

  public SnakeObject(String text) {
    this.text = text;
  }

  public void slither(String text) {
    this.text = text;
  }
}
