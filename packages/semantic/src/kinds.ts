import type { RawActionKind } from '@substrate/core';

/** What is known of each kind of action, in the order in which they take names. */

interface Kind {
  /** What is done to it, where its own words do not say. */
  readonly verb?: string;
  /** Its name begins with that verb whatever its words say. */
  readonly led?: true;
  /** A person can do it on the screen, and it is called by words of the screen. */
  readonly screen?: true;
  /** Its words may tell one of two states. */
  readonly switches?: true;
  /** It gives something a value. */
  readonly sets?: true;
  /** There may be thousands of them: what one is worth. */
  readonly worth?: number;
  /** With `%` for its name. */
  readonly says: string;
}

export const kinds: Readonly<Record<RawActionKind, Kind>> = {
  builtin: { says: 'Calls %' },
  store_action: { says: 'Dispatches %' },
  form: { verb: 'submit', led: true, screen: true, says: 'Fills in and submits the form "%"' },
  button: { verb: 'press', screen: true, switches: true, says: 'Presses the button "%"' },
  menu_item: { verb: 'choose', screen: true, switches: true, says: 'Chooses the menu item "%"' },
  toggle: { verb: 'toggle', led: true, screen: true, switches: true, sets: true, says: 'Switches "%" on or off' },
  select: { verb: 'select', led: true, screen: true, sets: true, says: 'Selects in "%"' },
  text: { verb: 'set', led: true, screen: true, sets: true, says: 'Puts text into "%"' },
  link: { verb: 'open', screen: true, switches: true, says: 'Follows the link "%"' },
  command: { verb: 'run', says: 'Runs the command %' },
  method: { worth: 60, says: 'Calls %' },
  operation: { worth: 70, says: 'Calls %' },
  route: { says: 'Calls the handler of %' },
  setter: { verb: 'set', led: true, sets: true, worth: 65, says: 'Sets %' },
};

export const kindOrder = Object.keys(kinds);

export const isOnScreen = ({ kind }: { readonly kind: RawActionKind }): boolean => kinds[kind].screen === true;
