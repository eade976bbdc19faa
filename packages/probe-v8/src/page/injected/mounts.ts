import type { PageDocument, PageElement } from './dom-types.js';

/**
 * Finds the elements where applications are mounted. They lie near the top, so the search goes down level by level and ends
 * after a few thousand elements; one list of candidates serves all rooms in a reading.
 */
export interface Mounts {
  begin(document: PageDocument): void;
  find(document: PageDocument, has: (element: PageElement) => unknown): { element: PageElement; found: unknown }[];
}

export function createMounts(): Mounts {
  const most = 4000;
  let elements: PageElement[] = [];
  return {
    begin(document) {
      elements = document.body ? [document.body] : [];
      for (let i = 0; i < elements.length && i < most; i++) {
        const element = elements[i] as PageElement;
        for (let child = element.firstElementChild; child && elements.length < most; child = child.nextElementSibling) {
          if (!/^(script|style|svg|option|tr|td|br|path)$/.test(child.localName)) elements.push(child);
        }
        for (let child = element.shadowRoot?.firstElementChild; child && elements.length < most; child = child.nextElementSibling)
          elements.push(child);
      }
      // What a library hangs on an element is a property of its own, and most have none.
      elements = elements.filter((element) => Reflect.ownKeys(element).length > 0);
    },
    find(document, has) {
      const hits: { element: PageElement; found: unknown }[] = [];
      const top = document.documentElement ? [document as unknown as PageElement, document.documentElement] : [];
      for (const element of [...top, ...elements]) {
        const found = has(element);
        if (found !== undefined && found !== null) hits.push({ element, found });
        if (hits.length > 200) break;
      }
      return hits;
    },
  };
}
