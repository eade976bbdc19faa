package dev.substrate.core;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;

/** What Boot calls, by reflection. */
public final class Entry {
  /** For the first visitor. */
  private static Sources prepared;

  private Entry() {}

  /** Before the first visitor has come. */
  public static synchronized void prepare(Object instrumentation, String directory) {
    prepared = new Sources((Instrumentation) instrumentation, directory);
  }

  /** One that is being prepared is waited for. */
  private static synchronized Sources sources(Object instrumentation, String directory) {
    Sources ready = prepared;
    prepared = null;
    return ready != null ? ready : new Sources((Instrumentation) instrumentation, directory);
  }

  /** For each visitor. Returns when the visitor is gone. */
  public static void serve(InputStream in, OutputStream out, Object instrumentation, String directory) {
    Session session = null;
    try {
      session = new Session(out, sources(instrumentation, directory));
      session.run(in);
    } catch (Throwable ignored) {
      // Nothing is thrown into the host.
    } finally {
      if (session != null) session.close();
    }
  }
}
