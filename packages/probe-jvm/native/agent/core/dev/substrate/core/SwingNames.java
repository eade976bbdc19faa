package dev.substrate.core;

import java.awt.Component;
import java.awt.Container;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import javax.swing.AbstractButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.border.Border;
import javax.swing.border.CompoundBorder;
import javax.swing.border.TitledBorder;

/**
 * What a component is called: the words a person reads beside it first, then what the program calls it. A name never comes from a value
 * that changes.
 */
final class SwingNames {
  private static final Pattern VALUE = Pattern.compile("[/\\\\:\\d]");
  private final Map<Component, String> labels = new IdentityHashMap<Component, String>();
  private final Map<Component, String> fieldNames = new IdentityHashMap<Component, String>();
  /** By those who are no containers themselves. */
  private final Map<Component, String> ownerNames = new IdentityHashMap<Component, String>();
  private final Map<Component, Boolean> usedLabels = new IdentityHashMap<Component, Boolean>();
  private final Fields fields;

  SwingNames(Fields fields) {
    this.fields = fields;
  }

  /** Learns from who listens to a window. */
  void meet(java.awt.Window window) {
    new SwingOwners(fields, ownerNames).learn(window);
  }

  /** Learns from a container before its children are named: who labels whom, and which field of the program holds which component. */
  void enter(Container container) {
    if (!AppClasses.isJdk(container.getClass())) {
      for (Fields.Slot slot : fields.components(container.getClass())) {
        try {
          Object held = Fields.read(slot, container);
          if (Fields.names(slot, held) && !fieldNames.containsKey(held)) fieldNames.put((Component) held, slot.name);
        } catch (Throwable ignored) {
          // Then it goes by something else.
        }
      }
    }
    Component[] children = container.getComponents();
    for (int i = 0; i < children.length; i++) {
      Component label = children[i];
      String text = Words.clean(text(label));
      if (text == null || hasChanged(label, text)) continue;
      Component of = label instanceof JLabel ? ((JLabel) label).getLabelFor() : null;
      if (of == null) of = beside(label, children, i);
      if (of == null || labels.containsKey(of)) continue;
      labels.put(of, text);
      usedLabels.put(label, Boolean.TRUE);
    }
  }

  private static boolean isLabel(Component component) {
    return component instanceof JLabel || component instanceof java.awt.Label;
  }

  /** What a label says; null for what is none. */
  private static String text(Component component) {
    return component instanceof JLabel ? ((JLabel) component).getText() : component instanceof java.awt.Label ? ((java.awt.Label) component).getText() : null;
  }

  /** What labels said when they were met. */
  private static final Map<Component, String> FIRST = new WeakHashMap<Component, String>();

  /** Whether its words are a value: they were others before. */
  private static synchronized boolean hasChanged(Component label, String text) {
    String first = FIRST.get(label);
    if (text.equals(first)) return false;
    FIRST.put(label, first == null ? text : "");
    return first != null;
  }

  /** The input right after a label in the same row, or right after it in the list when it stands above. */
  private static Component beside(Component label, Component[] siblings, int index) {
    boolean caption = text(label).trim().endsWith(":");
    for (int i = index + 1; i < siblings.length && i <= index + 2; i++) {
      Component next = siblings[i];
      if (isLabel(next)) return caption && index + 1 == i && Words.clean(text(next)) != null ? next : null;
      // What the program draws itself may be what is labelled.
      if (!isInput(next) && !AppClasses.isJdk(next.getClass())) return null;
      if (!isInput(next)) continue;
      boolean sameRow = Math.abs(center(next) - center(label)) < Math.max(8, label.getHeight());
      boolean below = next.getY() >= label.getY() + label.getHeight() - 2 && Math.abs(next.getX() - label.getX()) < 24;
      return caption || sameRow || below ? next : null;
    }
    return null;
  }

  private static int center(Component component) {
    return component.getY() + component.getHeight() / 2;
  }

  static boolean isInput(Component component) {
    if (component instanceof javax.swing.JScrollPane) return scrolled(component) != null && isInput(scrolled(component));
    return component instanceof javax.swing.text.JTextComponent || component instanceof javax.swing.JComboBox || component instanceof javax.swing.JSpinner
        || component instanceof javax.swing.JSlider || component instanceof javax.swing.JList || component instanceof javax.swing.JTable
        || component instanceof javax.swing.JTree || component instanceof javax.swing.JProgressBar || component instanceof java.awt.TextField
        || component instanceof java.awt.TextArea || component instanceof java.awt.Choice || component instanceof java.awt.List || component instanceof java.awt.Scrollbar;
  }

  /** Whether the label only names another component. */
  boolean isCaption(Component label) {
    return usedLabels.containsKey(label);
  }

  void label(Component component, String text) {
    if (text != null && !labels.containsKey(component)) labels.put(component, text);
  }

  /** The words a person sees for it, or null. */
  String seen(Component component) {
    String label = labels.get(component);
    if (label != null) return label;
    if (component instanceof AbstractButton) {
      String text = Words.clean(((AbstractButton) component).getText());
      if (text != null) return text;
    }
    if (component instanceof java.awt.Button) return Words.clean(((java.awt.Button) component).getLabel());
    if (component instanceof java.awt.Checkbox) return Words.clean(((java.awt.Checkbox) component).getLabel());
    if (!isLabel(component)) {
      try {
        String name = component.getAccessibleContext() == null ? null : Words.clean(component.getAccessibleContext().getAccessibleName());
        if (name != null && name.length() <= 60) return name;
      } catch (Throwable ignored) {
        // Some have a broken one.
      }
    }
    if (component instanceof JComponent) {
      String title = title(((JComponent) component).getBorder());
      if (title != null) return title;
      if (component instanceof AbstractButton) return Words.clean(((JComponent) component).getToolTipText());
    }
    return null;
  }

  static String title(Border border) {
    if (border instanceof TitledBorder) return Words.clean(((TitledBorder) border).getTitle());
    if (border instanceof CompoundBorder) {
      String outside = title(((CompoundBorder) border).getOutsideBorder());
      return outside != null ? outside : title(((CompoundBorder) border).getInsideBorder());
    }
    return null;
  }

  /** What the program calls it, or null. */
  String given(Component component) {
    String field = fieldNames.get(component);
    if (field != null) return field;
    String name = component.getName();
    return name == null || name.isEmpty() || name.startsWith("null.") || name.indexOf('.') >= 0 && name.contains("Pane") ? ownerNames.get(component) : name;
  }

  /** What the program calls a page, a frame, or what scrolls in it: its class, which is the same for each document, else a field or a name that is not its title; null for nothing but plain components. */
  String called(Component page, String title, AppClasses classes) {
    for (Component part = page; part != null; part = scrolled(part)) {
      Class<?> type = named(part);
      if (classes.isApp(type)) return ClassNames.simple(type);
      String given = given(part);
      if (given != null && (title == null || !given.equals(part.getName()) || !given.equals(Words.unmarked(title)))) return given;
    }
    return null;
  }

  static Component scrolled(Component component) {
    javax.swing.JViewport port = component instanceof javax.swing.JScrollPane ? ((javax.swing.JScrollPane) component).getViewport() : null;
    return port == null ? null : port.getView();
  }

  /** The name of the node: seen words for inputs and buttons; a label goes by the program's own name, its words are its value. */
  String of(Component component) {
    if (!isLabel(component)) {
      String seen = seen(component);
      if (seen != null) return seen;
    } else if (labels.containsKey(component)) return labels.get(component);
    String given = given(component);
    if (given != null) return given;
    String hint = hint(component);
    if (hint != null) return hint;
    if (component instanceof JLabel && javax.swing.SwingUtilities.getAncestorOfClass(javax.swing.JOptionPane.class, component) != null) return "message";
    return kind(component);
  }

  /** Whether there are words beside it. */
  boolean isLabelled(Component component) {
    return labels.containsKey(component);
  }

  /** A tool tip that describes the component, not its value of the moment. */
  private static String hint(Component component) {
    String tip = component instanceof JComponent ? Words.clean(((JComponent) component).getToolTipText()) : null;
    if (tip == null) return null;
    int bracket = tip.indexOf(" (");
    if (bracket > 0) tip = tip.substring(0, bracket);
    return tip.length() > 40 || VALUE.matcher(tip).find() ? null : tip;
  }

  /** The nearest class with a name that says something: `JTable` of an anonymous subclass is `table`. */
  static String kind(Component component) {
    String name = ClassNames.simple(named(component));
    if (name.length() > 1 && name.charAt(0) == 'J' && Character.isUpperCase(name.charAt(1))) name = name.substring(1);
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Class<?> named(Component component) {
    Class<?> type = component.getClass();
    while (ClassNames.isAnonymous(type)) type = type.getSuperclass();
    return type;
  }
}
