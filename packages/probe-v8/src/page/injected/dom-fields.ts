import type { Deed } from './deed.js';
import type { PageElement, PageWindow } from './dom-types.js';
import type { Widgets } from './dom-widgets.js';
import type { Words } from './words.js';

/** Puts values into fields as a person's typing would, and says what came of it. */
export interface Fields {
  /** What a person calls an element. */
  called(element: PageElement): string;
  isOn(element: PageElement): boolean;
  setValue(element: PageElement, value: string): void;
  /** Null when the value was put in. */
  fill(element: PageElement, value: unknown): Deed | null;
  /** The same, with a look at what the field holds then: a page may refuse a value, or make another of it. */
  filled(element: PageElement, value: unknown, message: string): Deed;
}

export function createFields(kit: { words: Words; widgets: Widgets }): Fields {
  const { words, widgets } = kit;
  const refuse = (reason: string, message: string, dispatched = false): Deed => ({ done: false, reason, message, dispatched });
  const viewOf = (element: PageElement): PageWindow => element.ownerDocument.defaultView as PageWindow;

  const setValue = (element: PageElement, value: string): void => {
    const view = viewOf(element);
    const tag = element.localName;
    element.focus({ preventScroll: true });
    if (tag === 'input' || tag === 'textarea' || tag === 'select') {
      const prototype =
        tag === 'input'
          ? view.HTMLInputElement.prototype
          : tag === 'select'
            ? view.HTMLSelectElement.prototype
            : view.HTMLTextAreaElement.prototype;
      const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
      if (setter) setter.call(element, value);
      else element.value = value;
      element.dispatchEvent(
        new view.InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: value }),
      );
      // Some pages look at what was typed when a key is let go.
      if (tag !== 'select') {
        const key = value.at(-1) ?? 'Backspace';
        element.dispatchEvent(new view.KeyboardEvent('keyup', { key, bubbles: true, composed: true }));
      }
      element.dispatchEvent(new view.Event('change', { bubbles: true }));
      return;
    }
    const selection = (
      view as unknown as { getSelection(): { selectAllChildren(node: PageElement): void } | null }
    ).getSelection();
    selection?.selectAllChildren(element);
    element.ownerDocument.execCommand?.(value === '' ? 'delete' : 'insertText', false, value);
  };

  const fill = (element: PageElement, value: unknown): Deed | null => {
    const type = element.type ?? '';
    if (element.disabled || element.readOnly)
      return refuse('disabled', `${words.label(element) || 'The field'} can't be changed now.`);
    if (type === 'checkbox' || element.getAttribute('role') === 'checkbox' || element.getAttribute('role') === 'switch') {
      if (isOn(element) !== (value === true)) element.click();
      return null;
    }
    if (element.localName === 'select') {
      const wanted = String(value);
      const options = Array.from(element.options ?? []);
      const option =
        options.find((o) => words.text(o, 80) === wanted) ??
        options.find((o) => o.value === wanted) ??
        options.find((o) => words.text(o, 80).toLowerCase() === wanted.toLowerCase());
      if (!option)
        return refuse(
          'bad_parameter',
          `There is no option “${wanted}”; the options are ${options
            .slice(0, 20)
            .map((o) => words.text(o, 40))
            .join(', ')}.`,
        );
      setValue(element, option.value ?? '');
      return null;
    }
    setValue(element, String(value));
    return null;
  };

  const isOn = (element: PageElement): boolean =>
    element.localName === 'input'
      ? element.checked === true
      : (element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed') ?? String(widgets.isTicked(element))) ===
        'true';

  const called = (element: PageElement): string => words.label(element) || words.given(element);

  const filled = (element: PageElement, value: unknown, message: string): Deed => {
    const before = element.value;
    const refusal = fill(element, value);
    if (refusal) return refusal;
    const now = element.value;
    if (element.localName === 'select' || now === undefined || now === String(value))
      return { done: true, message: `${message}.` };
    if (now === before)
      return refuse('no_effect', `“${called(element)}” did not take “${String(value)}”: it holds “${now}” as before.`, true);
    return { done: true, message: `${message}; the field holds “${now}” now.` };
  };

  return { called, isOn, setValue, fill, filled };
}
