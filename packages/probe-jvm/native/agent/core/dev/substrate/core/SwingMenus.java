package dev.substrate.core;

import java.awt.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.swing.JMenu;
import javax.swing.JMenuItem;
import javax.swing.event.MenuListener;
import javax.swing.event.PopupMenuEvent;
import javax.swing.event.PopupMenuListener;

/** Menus that a program fills, or brings up to date, only as they open. They are opened for their listeners alone: nothing is shown. */
final class SwingMenus {
  private SwingMenus() {}

  /** Whether something of the application's waits for it to open. */
  static boolean isAwaited(JMenu menu) {
    for (MenuListener listener : menu.getMenuListeners()) if (!AppClasses.isJdk(listener.getClass())) return true;
    return fillsItself(menu) || !listeners(menu).isEmpty();
  }

  /** Whether its class is the application's in just the place that is asked for what to show. */
  private static boolean fillsItself(JMenu menu) {
    try {
      return menu.getClass() != JMenu.class && menu.getClass().getMethod("getPopupMenu").getDeclaringClass() != JMenu.class;
    } catch (Throwable closed) {
      return false;
    }
  }

  /** From the menu bar down. One that a person holds open is as it should be. */
  static void open(List<JMenu> way) {
    for (JMenu menu : way) {
      if (menu.isPopupMenuVisible()) continue;
      menu.setSelected(true);
      for (PopupMenuListener listener : listeners(menu)) listener.popupMenuWillBecomeVisible(new PopupMenuEvent(menu.getPopupMenu()));
    }
  }

  static void close(List<JMenu> way) {
    for (int i = way.size() - 1; i >= 0; i--) {
      JMenu menu = way.get(i);
      if (menu.isPopupMenuVisible()) continue;
      for (PopupMenuListener listener : listeners(menu)) listener.popupMenuWillBecomeInvisible(new PopupMenuEvent(menu.getPopupMenu()));
      menu.setSelected(false);
    }
  }

  private static List<PopupMenuListener> listeners(JMenu menu) {
    List<PopupMenuListener> own = new ArrayList<PopupMenuListener>();
    for (PopupMenuListener listener : menu.getPopupMenu().getPopupMenuListeners()) if (!AppClasses.isJdk(listener.getClass())) own.add(listener);
    return own;
  }

  /** The item itself, or the one that has taken its place as the menu was filled anew; null when there is none. */
  static JMenuItem find(JMenu menu, JMenuItem item, String label) {
    JMenuItem other = null;
    for (Component each : menu.getMenuComponents()) {
      if (each == item) return item;
      if (other == null && each instanceof JMenuItem && label.equals(Words.clean(((JMenuItem) each).getText()))) other = (JMenuItem) each;
    }
    return other;
  }

  /** The menus that have to be opened to reach what is in the last one: none where nobody waits for that. */
  static List<JMenu> way(List<JMenu> menus) {
    for (JMenu menu : menus) if (isAwaited(menu)) return menus;
    return Collections.emptyList();
  }
}
