import type { Room } from './room.js';

/** A list of elements with helpers on it. */
export const jquery: Room = {
  name: 'jQuery',
  globals: /^(\$|jQuery\d*)$/,
  generatedNames: /^(ui-id|yui)[-_]\w*\d/,
  inside: ({ has }) => ({ isMachinery: (value) => has(value, 'jquery') && has(value, 'length') }),
};
