/** How things are said to a person. */

export const showValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const timeOf = (iso: string): string => new Date(iso).toLocaleTimeString(undefined, { hour12: false });

export const reversibilityWords: Readonly<Record<string, string>> = {
  reversible_read: 'only reads',
  reversible_write: 'changes something, and can be taken back',
  irreversible_write: 'can not be taken back: say what must be true afterwards',
};

export const statusWords: Readonly<Record<string, string>> = {
  detecting: 'not attached',
  attaching: 'attaching',
  cold_probe: 'reading for the first time',
  active: 'live',
  error: 'in trouble',
  detached: 'ended',
};

export const runtimeMarks: Readonly<Record<string, string>> = { v8: 'JS', jvm: 'JV', clr: 'C#', native: 'EX', unknown: '··' };
