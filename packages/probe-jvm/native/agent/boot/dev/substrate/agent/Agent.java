package dev.substrate.agent;

import java.lang.instrument.Instrumentation;

/** Where java.instrument enters. Apart from Boot, which must load where that module is missing. */
public final class Agent {
  private Agent() {}

  public static void agentmain(String options, Instrumentation instrumentation) {
    Boot.start(options, instrumentation);
  }
}
