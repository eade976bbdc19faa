/** What came of an attempt inside the page. `click` asks the caller for a real click at that point, `hover` to move the pointer there first. */
export type Deed =
  | {
      readonly done: true;
      readonly message: string;
      /** What was typed is sent by Enter. */
      readonly enter?: boolean;
      /** It is written, and still to be sent: `sender` says how. */
      readonly send?: boolean;
      /** A line is still to be typed, key by key: `console` says what is there. */
      readonly line?: boolean;
      /** A list is open, and its option still to be clicked: `option` says where. */
      readonly pick?: boolean;
      /** It was told to play: `plays` says whether it does. */
      readonly play?: boolean;
      /** Keys are still to be pressed: `slide` does. */
      readonly slide?: boolean;
    }
  | {
      readonly done: false;
      readonly reason: string;
      readonly message: string;
      readonly dispatched: boolean;
      /** What was read of the page has gone since: it may be there again, drawn anew. */
      readonly gone?: boolean;
      /** It is on the page, and folded away. */
      readonly hidden?: boolean;
    }
  | { readonly hover: true; readonly x: number; readonly y: number; readonly message: string }
  | {
      readonly click: true;
      readonly x: number;
      readonly y: number;
      readonly covered: boolean;
      readonly message: string;
      /** What a switch should be afterwards. */
      readonly wanted?: boolean;
      /** It is clicked so often, and becomes a field: `edited` writes in it. */
      readonly edit?: 'once' | 'twice';
      /** A key is pressed then. */
      readonly key?: string;
      /** It opens a list, whose option is clicked then. */
      readonly pick?: boolean;
      /** With the other button. */
      readonly right?: boolean;
      /** It is dragged from there to here. */
      readonly to?: { readonly x: number; readonly y: number };
    };
