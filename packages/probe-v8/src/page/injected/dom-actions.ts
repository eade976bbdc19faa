import type { RawAction, RawActionKind, RawParameter } from '@substrate/core';
import type { PageElement } from './dom-types.js';
import type { Words } from './words.js';

/** What an address of an action leads to. */
export interface Bound {
  readonly action: RawAction;
  /** How it is carried out. */
  readonly verb: 'click' | 'check' | 'fill' | 'choose' | 'submit';
  find(parameters: Readonly<Record<string, unknown>>): PageElement | undefined;
}

/** Gathers what can be done on the page while it is read, and finds the elements again. Nothing is marked in the page. */
export interface DomActions {
  /** Begins a walk. What the one before found stays good until `finish`. */
  begin(): void;
  finish(): void;
  /** Registers the element when it is a control; false when it is none. */
  control(element: PageElement, owner: string, ownerAddress: string): boolean;
  form(form: PageElement, key: string, address: string): void;
  /** Controls inside the items of a list: one action for all items, told apart by an index. */
  ofItems(address: string, key: string, items: readonly PageElement[]): void;
  gather(element: PageElement, owner: string, ownerAddress: string, within: string): void;
  list(): RawAction[];
  get(address: string): Bound | undefined;
}

export function createDomActions(kit: { words: Words }): DomActions {
  const { words } = kit;
  let bound = new Map<string, Bound>();
  let before = new Map<string, Bound>();
  let links = 0;
  const controls =
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=switch],[role=radio],[role=tab],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[onclick]';

  interface Kind {
    readonly kind: RawActionKind;
    readonly verb: Bound['verb'];
  }

  const kindOf = (element: PageElement): Kind | null => {
    const tag = element.localName;
    const role = element.getAttribute('role') ?? '';
    if (/^menuitem/.test(role)) return { kind: 'menu_item', verb: 'click' };
    if (role === 'tab' || role === 'option' || role === 'treeitem') return { kind: 'select', verb: 'click' };
    if (role === 'checkbox' || role === 'switch' || role === 'radio' || element.hasAttribute('aria-pressed'))
      return { kind: 'toggle', verb: 'check' };
    if (tag === 'input') {
      const type = element.type ?? 'text';
      if (/^(submit|button|reset|image)$/.test(type)) return { kind: 'button', verb: 'click' };
      if (type === 'checkbox') return { kind: 'toggle', verb: 'check' };
      if (type === 'radio') return { kind: 'select', verb: 'check' };
      if (type === 'hidden' || type === 'file') return null;
      return { kind: 'text', verb: 'fill' };
    }
    if (tag === 'textarea' || role === 'textbox' || role === 'searchbox') return { kind: 'text', verb: 'fill' };
    if (tag === 'select') return { kind: 'select', verb: 'choose' };
    if (tag === 'button' || role === 'button' || tag === 'summary') return { kind: 'button', verb: 'click' };
    if ((tag === 'a' && element.hasAttribute('href')) || role === 'link') return { kind: 'link', verb: 'click' };
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return { kind: 'text', verb: 'fill' };
    if (element.hasAttribute('onclick')) return { kind: 'button', verb: 'click' };
    // What can have the focus can be pressed, unless it is a container whose parts are meant.
    if (
      element.getAttribute('tabindex') === '0' &&
      words.label(element).length < 60 &&
      !/^(tree|treegrid|grid|table|list|listbox|menu|menubar|tablist|toolbar|group|region|main|application)$/.test(role) &&
      !element.querySelector(`${controls},[role=treeitem],li,tr,p,h1,h2,h3`)
    )
      return { kind: 'button', verb: 'click' };
    return null;
  };

  const valueParameter = (element: PageElement, verb: Bound['verb']): RawParameter[] => {
    if (verb === 'check' && element.type !== 'radio' && element.getAttribute('role') !== 'radio')
      return [
        { name: 'checked', type: 'boolean', required: false, description: 'The wanted state; without it the state is flipped.' },
      ];
    if (verb === 'fill')
      return [
        { name: 'text', type: element.type === 'number' || element.type === 'range' ? 'number' : 'string', required: true },
        { name: 'press_enter', type: 'boolean', required: false, description: 'Presses Enter afterwards.' },
      ];
    if (verb === 'choose') return [{ name: 'option', type: 'string', required: true, choices: optionsOf(element) }];
    return [];
  };

  const optionsOf = (element: PageElement): string[] =>
    Array.from(element.options ?? [])
      .slice(0, 100)
      .map((option) => words.text(option, 80));

  const add = (address: string, entry: Bound): void => {
    let unique = address;
    for (let i = 2; bound.has(unique); i++) unique = `${address}#${i}`;
    if (bound.size < 600)
      bound.set(unique, unique === address ? entry : { ...entry, action: { ...entry.action, address: unique } });
  };

  const nameOf = (element: PageElement): string => words.label(element) || words.given(element);

  const register = (element: PageElement, owner: string, ownerAddress: string, of: Kind): void => {
    const label = nameOf(element);
    if (!label) return;
    if (of.kind === 'link' && ++links > 60) return;
    if (element.disabled === true || element.getAttribute('aria-disabled') === 'true') return;
    const ref = new WeakRef(element);
    const href = of.kind === 'link' ? element.getAttribute('href') : null;
    const address = `${ownerAddress}/${of.kind}[${label.slice(0, 60)}]`;
    add(address, {
      verb: of.verb,
      find: () => alive(ref),
      action: {
        address,
        name: label,
        kind: of.kind,
        source: 'dom',
        owner,
        parameters: valueParameter(element, of.verb),
        certainty: words.isShown(element) ? 0.95 : 0.6,
        ...(href && !href.startsWith('#') && href.length < 120 ? { description: `Follows the link to ${href}.` } : {}),
        ...(element.getAttribute('aria-haspopup') === 'dialog' ? { confirms: true } : {}),
      },
    });
  };

  const alive = (ref: WeakRef<PageElement>): PageElement | undefined => {
    const element = ref.deref();
    return element?.isConnected ? element : undefined;
  };

  /** Controls below an element, open shadow roots included. */
  const inside = (element: PageElement, most: number): PageElement[] => {
    const found: PageElement[] = [];
    if (element.matches(controls)) found.push(element);
    const all = element.querySelectorAll(controls);
    for (let i = 0; i < all.length && found.length < most; i++) found.push(all[i] as PageElement);
    if (element.shadowRoot)
      for (const child of Array.from(element.shadowRoot.children)) found.push(...inside(child, most - found.length));
    if (element.localName.includes('-') || found.length === 0)
      for (const child of Array.from(element.children)) if (child.shadowRoot) found.push(...inside(child, most - found.length));
    return [...new Set(found)].slice(0, most);
  };

  const generic: Partial<Record<RawActionKind, string>> = {
    link: 'open',
    toggle: 'toggle',
    select: 'select',
    text: 'edit',
    menu_item: 'choose',
    button: 'press',
  };

  return {
    begin() {
      before = bound;
      bound = new Map();
      links = 0;
    },
    finish: () => before.clear(),
    list: () => [...new Map([...before, ...bound]).values()].map((entry) => entry.action),
    get: (address) => bound.get(address) ?? before.get(address),
    control(element, owner, ownerAddress) {
      const of = kindOf(element);
      if (!of) return false;
      // The fields of a form are set by its own action; a button that sends it stays one of its own.
      if (!(element.form && (of.verb === 'fill' || of.verb === 'choose'))) register(element, owner, ownerAddress, of);
      return true;
    },
    gather(element, owner, ownerAddress, within) {
      const part = element.querySelector(within);
      if (!part) return;
      for (const found of inside(part, 30)) {
        const of = kindOf(found);
        if (of) register(found, owner, ownerAddress, of);
      }
    },
    form(form, key, address) {
      const fields = (
        form.elements ? Array.from(form.elements) : Array.from(form.querySelectorAll('input,select,textarea'))
      ).slice(0, 60);
      const parameters: RawParameter[] = [];
      const names = new Set<string>();
      for (const field of fields) {
        if (field.disabled || field.readOnly) continue;
        const type = field.type ?? '';
        if (
          /^(hidden|submit|button|reset|image|file|fieldset|output)$/.test(type) ||
          /^(button|fieldset|output|object)$/.test(field.localName)
        )
          continue;
        const label = words.label(field);
        const name = field.getAttribute('name') || words.given(field) || label;
        if (!name || names.has(name)) continue;
        names.add(name);
        const choices =
          field.localName === 'select'
            ? optionsOf(field)
            : type === 'radio'
              ? fields
                  .filter((other) => other.type === 'radio' && other.getAttribute('name') === name)
                  .map((other) => other.value ?? '')
              : undefined;
        parameters.push({
          name,
          type: type === 'checkbox' ? 'boolean' : type === 'number' || type === 'range' ? 'number' : 'string',
          required: field.required === true && !field.value && type !== 'radio' && type !== 'checkbox',
          ...(label && label !== name ? { description: label } : {}),
          ...(choices ? { choices } : {}),
        });
      }
      if (parameters.length === 0) return;
      const ref = new WeakRef(form);
      const method = form.getAttribute('method');
      add(`${address}/submit`, {
        verb: 'submit',
        find: () => alive(ref),
        action: {
          address: `${address}/submit`,
          name: `submit_${key}`,
          kind: 'form',
          source: 'dom',
          owner: key,
          parameters,
          targets: [address],
          certainty: words.isShown(form) ? 0.95 : 0.6,
          ...(words.title(form) ? { description: `Fills in and sends “${words.title(form)}”.` } : {}),
          ...(method ? { httpMethod: method.toUpperCase() } : {}),
        },
      });
    },
    ofItems(address, key, items) {
      const groups = new Map<
        string,
        { of: Kind; label: string; at: Map<number, WeakRef<PageElement>>; sample: PageElement; labels: Set<string> }
      >();
      const most = Math.min(items.length, 200);
      for (let i = 0; i < most; i++) {
        const inItem = new Map<string, number>();
        for (const element of inside(items[i] as PageElement, 12)) {
          const of = kindOf(element);
          if (!of || element.disabled) continue;
          const slot = words.given(element) || `${element.localName}${element.type ?? ''}`;
          const nth = inItem.get(`${of.kind}:${slot}`) ?? 0;
          inItem.set(`${of.kind}:${slot}`, nth + 1);
          const id = `${of.kind}:${slot}:${nth}`;
          let group = groups.get(id);
          const label = nameOf(element);
          if (!group) {
            group = { of, label, at: new Map(), sample: element, labels: new Set() };
            groups.set(id, group);
          }
          group.labels.add(label);
          group.at.set(i, new WeakRef(element));
        }
      }
      for (const group of groups.values()) {
        // A short list of differently named controls is a menu: each is an action by its own name.
        if (
          group.labels.size === group.at.size &&
          group.at.size <= 12 &&
          group.of.kind !== 'toggle' &&
          group.of.kind !== 'text'
        ) {
          for (const ref of group.at.values()) {
            const element = ref.deref();
            if (element) register(element, key, address, group.of);
          }
          continue;
        }
        const same = group.labels.size === 1 && group.label;
        const name = same ? group.label : `${generic[group.of.kind] ?? 'use'} ${key}`;
        const at = `${address}/${group.of.kind}[${same ? group.label.slice(0, 60) : words.given(group.sample) || generic[group.of.kind]}]`;
        add(at, {
          verb: group.of.verb,
          find: (given) => {
            const ref = group.at.get(Number(given.index));
            return ref && alive(ref);
          },
          action: {
            address: at,
            name,
            kind: group.of.kind,
            source: 'dom',
            owner: key,
            parameters: [
              {
                name: 'index',
                type: 'number',
                required: true,
                description: `Which element of ${key}, from 0 to ${items.length - 1}.`,
              },
              ...valueParameter(group.sample, group.of.verb),
            ],
            targets: [address],
            certainty: 0.9,
          },
        });
      }
    },
  };
}
