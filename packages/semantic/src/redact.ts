import { type Primitive, type Secrecy, secrets } from '@substrate/core';

/**
 * Secrets read `"[redacted]"`: by the words of their key, and by the shape of their value, as the one judge of `@substrate/core` has it. A key is never left
 * out. Probes have cut them out in the target; what one of them missed is cut out here.
 */

export const redacted = '[redacted]';

/** Longest text that is judged and shown. Probes cut at far less; what comes longer is cut here, so that nothing is shown unjudged. */
const longestValue = 65_536;

/** The value as it may be shown under that name. Null and truth values stay: they open nothing. */
export const redact = (name: string, value: Primitive): Primitive => redactValue(secrets.below(0, name), value);

/** The same where the name was judged before. */
export const redactValue = (secrecy: Secrecy, value: Primitive): Primitive => {
  const shown = typeof value === 'string' && value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
  return secrets.cuts(secrecy, shown) ? redacted : shown;
};

/** What the names of a node say about it: its own, and the words beside it on the screen. */
export const secrecyOf = (above: Secrecy, name: string, label?: string): Secrecy => {
  const own = secrets.below(above, name);
  if (label === undefined || (own & secrets.bits.secret) !== 0) return own;
  const said = secrets.name(label);
  return (said & secrets.bits.secret) !== 0 ? said : own;
};

/** An address with the secrets of its query and user part cut out. */
export const redactUrl = (url: string): string => secrets.address(url);
