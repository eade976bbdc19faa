package dev.substrate.core;

/** Made of packages/core/node-wire.json by its scripts/native-sources.mjs: change it there. */
final class Wire {
  private Wire() {}

  static final String NAME = "\"n\":";
  static final String ID = "\"i\":";
  static final String TYPE = "\"t\":";
  static final String LABEL = "\"c\":";
  static final String SHOWN = "\"h\":";
  static final String SECRET = "\"r\":";
  static final String LITERAL = "\"q\":";
  static final String FIXED = "\"k\":";
  static final String SHARED = "\"u\":";
  static final String RECENT = "\"g\":";
  static final String FOREIGN = "\"w\":";
  static final String SIZE = "\"z\":";
  static final String LENGTH = "\"e\":";
  static final String PART = "\"p\":";
  static final String FROM = "\"f\":";
  static final String ADDRESS = "\"a\":";
  static final String SOURCE = "\"s\":";
  static final String LIBRARY = "\"b\":";
  static final String VALUE = "\"v\":";
  static final String OBJECT = "\"o\":";
  static final String MAP = "\"m\":";
  static final String LIST = "\"l\":";
  static final String OMITTED = "\"x\":";
  static final String BYTES = "\"y\":";
  static final int DEPTH = 64;
}
