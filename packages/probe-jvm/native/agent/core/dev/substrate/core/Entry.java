package dev.substrate.core;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;

/** What Boot calls, by reflection, for each visitor. Returns when the visitor is gone. */
public final class Entry {
  private Entry() {}

  public static void serve(InputStream in, OutputStream out, Object instrumentation, String directory) {
    Session session = null;
    try {
      session = new Session(out, (Instrumentation) instrumentation, directory);
      session.run(in);
    } catch (Throwable ignored) {
      // Nothing is thrown into the host.
    } finally {
      if (session != null) session.close();
    }
  }
}
