package dev.substrate.core;

import java.awt.Component;
import java.awt.event.KeyEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.swing.AbstractButton;
import javax.swing.JComponent;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.KeyStroke;
import javax.swing.event.MenuListener;
import javax.swing.event.PopupMenuEvent;
import javax.swing.event.PopupMenuListener;

/** Menus of Swing. One that a person holds open is as it should be. */
final class SwingMenus extends Menus<JMenu, JMenuItem> {
  SwingMenus() {
    super("ui");
  }

  /** Items by what they say. A button that says the same as several of them tells nobody which it is; where it is one of them, its menu says it better. */
  static final class Labels {
    private final Map<String, List<JMenuItem>> items = new HashMap<String, List<JMenuItem>>();

    void add(String label, JMenuItem item) {
      String plain = plain(label);
      List<JMenuItem> alike = items.get(plain);
      if (alike == null) items.put(plain, alike = new ArrayList<JMenuItem>());
      alike.add(item);
    }

    boolean isAmbiguous(String label, AbstractButton button) {
      List<JMenuItem> alike = items.get(plain(label));
      if (alike == null || alike.size() < 2) return false;
      for (JMenuItem item : alike) if (item.getAction() != null && item.getAction() == button.getAction() || tellsKey(button.getToolTipText(), item.getAccelerator())) return true;
      return false;
    }

    private static boolean tellsKey(String tip, KeyStroke key) {
      if (tip == null || key == null) return false;
      String told = KeyEvent.getModifiersExText(key.getModifiers()) + "+" + KeyEvent.getKeyText(key.getKeyCode());
      return tip.toLowerCase().endsWith("(" + told.toLowerCase() + ")");
    }

    private static String plain(String label) {
      int keys = label.lastIndexOf(" (");
      String plain = keys > 0 ? label.substring(0, keys) : label;
      int more = plain.endsWith("...") ? 3 : plain.endsWith("…") ? 1 : 0;
      return plain.substring(0, plain.length() - more).toLowerCase();
    }
  }

  @Override
  Calls.Run run(Callable<Object> body, long timeoutMs) throws Exception {
    return Ui.run(body, timeoutMs);
  }

  @Override
  boolean isAwaited(JMenu menu) {
    for (MenuListener listener : menu.getMenuListeners()) if (!AppClasses.isJdk(listener.getClass())) return true;
    return fillsItself(menu) || !listeners(menu).isEmpty();
  }

  /** Whether its class is the application's in just the place that is asked for what to show. */
  private static boolean fillsItself(JMenu menu) {
    return menu.getClass() != JMenu.class && isOwn(menu, "getPopupMenu");
  }

  /** The same of a component: its menu may be made only when somebody asks for it. */
  static boolean makesPopup(JComponent component) {
    return isOwn(component, "getComponentPopupMenu");
  }

  private static boolean isOwn(JComponent component, String method) {
    try {
      return !AppClasses.isJdk(component.getClass()) && !AppClasses.isJdk(component.getClass().getMethod(method).getDeclaringClass());
    } catch (Throwable closed) {
      return false;
    }
  }

  @Override
  void open(JMenu menu) {
    if (menu.isPopupMenuVisible()) return;
    menu.setSelected(true);
    for (PopupMenuListener listener : listeners(menu)) listener.popupMenuWillBecomeVisible(new PopupMenuEvent(menu.getPopupMenu()));
  }

  @Override
  void close(JMenu menu) {
    if (menu.isPopupMenuVisible()) return;
    for (PopupMenuListener listener : listeners(menu)) listener.popupMenuWillBecomeInvisible(new PopupMenuEvent(menu.getPopupMenu()));
    menu.setSelected(false);
  }

  private static List<PopupMenuListener> listeners(JMenu menu) {
    List<PopupMenuListener> own = new ArrayList<PopupMenuListener>();
    for (PopupMenuListener listener : menu.getPopupMenu().getPopupMenuListeners()) if (!AppClasses.isJdk(listener.getClass())) own.add(listener);
    return own;
  }

  @Override
  List<JMenuItem> items(JMenu menu) {
    List<JMenuItem> items = new ArrayList<JMenuItem>();
    for (Component each : menu.getMenuComponents()) if (each instanceof JMenuItem) items.add((JMenuItem) each);
    return items;
  }

  @Override
  String label(JMenuItem item) {
    return Words.clean(item.getText());
  }

  @Override
  boolean isEnabled(Object part) {
    return ((JMenuItem) part).isEnabled();
  }

  @Override
  Object choose(JMenuItem item, Map<String, Object> parameters) {
    Object wanted = parameters.get("value");
    if (wanted instanceof Boolean && ((Boolean) wanted) == item.isSelected()) return item.isSelected();
    item.doClick(0);
    return null;
  }
}
