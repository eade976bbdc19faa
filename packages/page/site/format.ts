/** How things are said to a person. */

export const showValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Of one core: `0.3 %`. */
export const coreShare = (share: number): string =>
  `${share < 0.0005 ? 'below 0.1' : (share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export const timeOf = (iso: string): string => new Date(iso).toLocaleTimeString(undefined, { hour12: false });

export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const reversibilityWords: Readonly<Record<string, string>> = {
  reversible_read: 'only reads',
  reversible_write: 'can be taken back',
  irreversible_write: 'can not be taken back',
};

export const statusWords: Readonly<Record<string, string>> = {
  detecting: 'not attached',
  attaching: 'attaching',
  cold_probe: 'first reading',
  active: 'live',
  error: 'in trouble',
  detached: 'ended',
};

/** What would open the gate that refused an action. */
export const gateWords: Readonly<Record<string, string>> = {
  missing_verify_expression: 'Say above what must be true afterwards, then it may be done.',
  confidence_too_low: 'The daemon is not sure enough of what it reads. Read again in a moment, or correct names that are wrong.',
  invalid_parameters: 'Correct the fields above.',
  invalid_expression: 'Correct the expression above.',
  stale_capture: 'Something changed meanwhile. Look again, then try again.',
  forbidden_scope: 'The key that opened this page may not act. Open the page with one that may.',
  rate_limited: 'Too many at once. Wait a second.',
  probe_failed: 'The application can not be reached at present. It is tried again by itself.',
  action_failed: 'The application itself refused, in its own words.',
};

/** Text in which commands stand between backticks, in turns: words, command, words, … */
export const splitCommands = (text: string): string[] => text.split('`');
