package dev.substrate.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One thing that can be done, as the wire knows it (RawAction of the core package), and how it is done. */
final class Action {
  interface Target {
    /** Runs it within the time limit. Throws Refused before anything ran. */
    Outcome run(Map<String, Object> parameters, long timeoutMs) throws Exception;
  }

  static final class Parameter {
    final String name;
    final String type;
    final String sourceType;
    final boolean required;
    final List<Object> choices;

    Parameter(String name, String type, String sourceType, boolean required, List<Object> choices) {
      this.name = name;
      this.type = type;
      this.sourceType = sourceType;
      this.required = required;
      this.choices = choices;
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof Parameter)) return false;
      Parameter that = (Parameter) other;
      return name.equals(that.name) && type.equals(that.type) && required == that.required && same(sourceType, that.sourceType) && same(choices, that.choices);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  final String address;
  final String name;
  final String kind;
  final String source;
  final Target target;
  final List<Parameter> parameters = new ArrayList<Parameter>();
  /** The types of the application's objects that it takes: it is offered while there are such. */
  final List<String> asks = new ArrayList<String>();
  String returns;
  String owner;
  String description;
  String reads;
  String owns;
  boolean confirms;
  /** It only shows something more. */
  boolean opens;
  /** The application would not take it now. */
  boolean disabled;
  /** A library's, on nothing that is the program's own. */
  boolean foreign;
  /** Where it is known before anything is asked of its name. */
  String reversibility;
  double certainty = 0.9;

  Action(String address, String name, String kind, String source, Target target) {
    this.address = address;
    this.name = name;
    this.kind = kind;
    this.source = source;
    this.target = target;
  }

  Action parameter(String name, String type, String sourceType, boolean required, List<Object> choices) {
    parameters.add(new Parameter(name, type, sourceType, required, choices));
    return this;
  }

  /** What is on the screen comes first, and in menus what lies less deep; what would be refused now comes last. */
  int rank() {
    if (disabled) return 9;
    if (!source.equals("window")) return 8;
    int depth = 0;
    for (int at = owner == null ? -1 : owner.indexOf(" > "); at >= 0 && depth < 7; at = owner.indexOf(" > ", at + 3)) depth++;
    return depth;
  }

  /** Whether another one reads the same to a visitor: it may act on another object. */
  boolean says(Action other) {
    return this == other
        || address.equals(other.address) && name.equals(other.name) && kind.equals(other.kind) && source.equals(other.source) && confirms == other.confirms && opens == other.opens && disabled == other.disabled
            && certainty == other.certainty && same(returns, other.returns) && same(owner, other.owner) && same(description, other.description) && same(reversibility, other.reversibility) && same(reads, other.reads)
            && same(owns, other.owns) && parameters.equals(other.parameters);
  }

  private static boolean same(Object a, Object b) {
    return a == null ? b == null : a.equals(b);
  }

  String json() {
    Map<String, Object> out = new LinkedHashMap<String, Object>();
    out.put("address", address);
    out.put("name", name);
    out.put("kind", kind);
    out.put("source", source);
    List<Object> list = new ArrayList<Object>();
    for (Parameter parameter : parameters) {
      Map<String, Object> p = new LinkedHashMap<String, Object>();
      p.put("name", parameter.name);
      p.put("type", parameter.type);
      p.put("required", parameter.required);
      if (parameter.sourceType != null) p.put("sourceType", parameter.sourceType);
      if (parameter.choices != null) p.put("choices", parameter.choices);
      list.add(p);
    }
    out.put("parameters", list);
    if (returns != null) out.put("returns", returns);
    if (owner != null) out.put("owner", owner);
    String told = disabled ? (description == null ? "" : description + " ") + "It is disabled in the application now." : description;
    if (told != null) out.put("description", told);
    if (reads != null) out.put("reads", reads);
    if (owns != null) {
      List<Object> targets = new ArrayList<Object>();
      targets.add(owns);
      out.put("targets", targets);
    }
    if (confirms) out.put("confirms", true);
    if (opens) out.put("opens", true);
    if (foreign) out.put("foreign", true);
    if (reversibility != null) out.put("reversibility", reversibility);
    out.put("certainty", certainty);
    return Json.text(out);
  }

  static Object required(Map<String, Object> parameters, String name) throws Refused {
    if (!parameters.containsKey(name)) throw new Refused("bad_parameter", "Parameter " + name + " is missing.");
    return parameters.get(name);
  }

  /** What a call came to: RawResult of the core package. */
  static final class Outcome {
    final Map<String, Object> wire = new LinkedHashMap<String, Object>();

    static Outcome done(Object value, String message) {
      Outcome outcome = new Outcome();
      outcome.wire.put("ok", true);
      outcome.wire.put("value", value);
      if (message != null) outcome.wire.put("message", message);
      return outcome;
    }

    static Outcome failed(boolean dispatched, String reason, String message) {
      Outcome outcome = new Outcome();
      outcome.wire.put("ok", false);
      outcome.wire.put("dispatched", dispatched);
      outcome.wire.put("reason", reason);
      outcome.wire.put("message", message);
      return outcome;
    }

    Outcome in(Map<String, Object> invocation) {
      wire.put("invocation", invocation);
      return this;
    }
  }

  /** Said no before anything ran. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    final String reason;

    Refused(String reason, String message) {
      super(message, null, false, false);
      this.reason = reason;
    }
  }
}
