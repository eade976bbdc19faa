package dev.substrate.agent;

import java.lang.instrument.Instrumentation;

/**
 * The entry under a security manager: its jar puts these classes on the boot class path, where they may do anything. Not the first choice,
 * because the JVM prints a warning when its boot class path grows. A class of its own: the plain one may be loaded already, without rights.
 */
public final class PrivilegedAgent {
  private PrivilegedAgent() {}

  public static void agentmain(String options, Instrumentation instrumentation) {
    Boot.start(options, instrumentation);
  }
}
