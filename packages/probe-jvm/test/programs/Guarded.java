/** Runs under a security manager; sets it by itself where none is, as some servers and launchers do. */
public final class Guarded {
  static int visits = 3;

  @SuppressWarnings("removal")
  public static void main(String[] args) throws Exception {
    if (System.getSecurityManager() == null) System.setSecurityManager(new SecurityManager());
    System.out.println("ready");
    while (System.in.read() >= 0) visits++;
  }
}
