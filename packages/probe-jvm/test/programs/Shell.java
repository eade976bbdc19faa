import java.util.Scanner;
import jdk.jshell.JShell;

/** A prompt of Java in the program itself: each line becomes a class. */
public final class Shell {
  public static void main(String[] args) {
    JShell shell = JShell.builder().executionEngine("local").build();
    System.out.println("ready");
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      shell.eval(lines.nextLine());
      System.out.println("kept");
    }
  }
}
