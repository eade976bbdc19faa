/**
 * The part of the DOM that injected code reads. Written out here, since the project is compiled without the DOM's own types: a
 * stray `document` in code that runs in Node must stay an error.
 */

export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentElement: PageElement | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly previousSibling: PageNode | null;
  readonly isConnected: boolean;
  readonly ownerDocument: PageDocument;
  getRootNode(): PageNode;
}

export interface PageElement extends PageNode {
  readonly localName: string;
  readonly id: string;
  readonly className: unknown;
  readonly children: ArrayLike<PageElement>;
  readonly childElementCount: number;
  readonly firstElementChild: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  readonly previousElementSibling: PageElement | null;
  readonly shadowRoot: PageRoot | null;
  readonly contentDocument?: PageDocument | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly isContentEditable?: boolean;
  readonly innerText?: string;
  readonly labels?: ArrayLike<PageElement> | null;
  readonly control?: PageElement | null;
  readonly form?: PageElement | null;
  readonly elements?: ArrayLike<PageElement>;
  readonly options?: ArrayLike<PageElement>;
  readonly selectedOptions?: ArrayLike<PageElement>;
  readonly rows?: ArrayLike<PageElement>;
  readonly cells?: ArrayLike<PageElement>;
  readonly files?: ArrayLike<{ readonly name: string }> | null;
  type?: string;
  value?: string;
  checked?: boolean;
  selected?: boolean;
  disabled?: boolean;
  required?: boolean;
  readOnly?: boolean;
  open?: boolean;
  href?: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): PageElement | null;
  contains(other: PageNode | null): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  getBoundingClientRect(): PageRect;
  getClientRects(): ArrayLike<PageRect>;
  checkVisibility?(options?: Record<string, boolean>): boolean;
  scrollIntoView(options?: Record<string, unknown>): void;
  focus(options?: Record<string, unknown>): void;
  blur(): void;
  click(): void;
  dispatchEvent(event: unknown): boolean;
  requestSubmit?(submitter?: PageElement): void;
  select?(): void;
}

export interface PageRoot extends PageNode {
  readonly children: ArrayLike<PageElement>;
  readonly firstElementChild: PageElement | null;
  readonly activeElement?: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
  getElementById(id: string): PageElement | null;
  elementFromPoint(x: number, y: number): PageElement | null;
}

export interface PageDocument extends PageRoot {
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  readonly title: string;
  readonly visibilityState: string;
  readonly defaultView: PageWindow | null;
  readonly designMode?: string;
  readonly styleSheets?: { readonly length: number };
  hasFocus(): boolean;
  getElementsByTagName(name: string): ArrayLike<PageElement>;
  createTreeWalker(root: PageNode, what: number): { readonly currentNode: PageNode; nextNode(): PageNode | null };
  execCommand?(command: string, ui: boolean, value?: string): boolean;
}

export interface PageWindow {
  readonly document: PageDocument;
  readonly location: { readonly href: string; readonly pathname: string };
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly Event: new (type: string, init?: Record<string, unknown>) => unknown;
  readonly KeyboardEvent: new (type: string, init?: Record<string, unknown>) => unknown;
  readonly InputEvent: new (type: string, init?: Record<string, unknown>) => unknown;
  readonly HTMLInputElement: { readonly prototype: object };
  readonly HTMLTextAreaElement: { readonly prototype: object };
  readonly HTMLSelectElement: { readonly prototype: object };
  addEventListener(type: string, listener: () => void, options: Record<string, boolean>): void;
  removeEventListener(type: string, listener: () => void, options: Record<string, boolean>): void;
  getComputedStyle(element: PageElement): {
    readonly display: string;
    readonly position: string;
    readonly cursor: string;
    readonly gridTemplateColumns: string;
    readonly opacity: string;
    readonly color: string;
  };
}
