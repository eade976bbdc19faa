import type { RawAction, RawParameter, Reversibility } from '@substrate/core';

/** The actions that every page has, with their exact names and parameters. */
const number = (name: string, description: string): RawParameter => ({ name, type: 'number', required: true, description });
const text = (name: string, description: string): RawParameter => ({ name, type: 'string', required: true, description });

const builtin = (
  name: string,
  parameters: readonly RawParameter[],
  reversibility: Reversibility,
  description: string,
): RawAction => ({
  address: `builtin:${name}`,
  name,
  kind: 'builtin',
  source: 'dom',
  parameters,
  reversibility,
  description,
  certainty: 1,
});

export const builtins: readonly RawAction[] = [
  builtin(
    'click',
    [number('x', 'Pixels from the left edge of the page view.'), number('y', 'Pixels from its top edge.')],
    'reversible_write',
    'Clicks at a point of the page.',
  ),
  builtin(
    'type',
    [text('text', 'The text; a line break presses Enter.')],
    'reversible_write',
    'Types text into the focused element.',
  ),
  builtin('navigate', [text('url', 'An absolute URL, or one relative to the page.')], 'reversible_write', 'Goes to a URL.'),
  builtin('clear', [text('selector', 'A CSS selector.')], 'reversible_write', 'Empties an input field.'),
  builtin('focus', [text('selector', 'A CSS selector.')], 'reversible_read', 'Gives an element the focus.'),
  builtin(
    'scroll',
    [
      number('x', 'Pixels from the left edge of the page view.'),
      number('y', 'Pixels from its top edge.'),
      number('deltaY', 'Pixels to scroll down; negative scrolls up.'),
    ],
    'reversible_read',
    'Scrolls what is at a point of the page.',
  ),
  builtin(
    'activate_tab',
    [text('window_id', 'The `window_id` of a tab, as listed under `tabs`.')],
    'reversible_write',
    'Brings a tab to the front; the state is then that of its page.',
  ),
];
