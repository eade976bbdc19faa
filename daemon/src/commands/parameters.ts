import type { Parameter } from '@substrate/core';
import { UsageError } from './arguments.js';

/**
 * `key=value` words become parameters of the types that the action declares: `name=3` is text where text is wanted. A parameter
 * that is not declared, or whose type is not known, is taken as JSON, else as text, and the daemon judges it.
 */
export const readParameters = (words: readonly string[], declared: readonly Parameter[]): Record<string, unknown> => {
  const parameters: Record<string, unknown> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) throw new UsageError(`"${word}" is not of the form key=value`);
    const name = word.slice(0, at);
    if (Object.hasOwn(parameters, name)) throw new UsageError(`${name} is given twice`);
    const known = declared.find((one) => one.name === name);
    const value = readValue(name, word.slice(at + 1), known?.any ? undefined : known?.type_name);
    Object.defineProperty(parameters, name, { value, enumerable: true });
  }
  return parameters;
};

const readValue = (name: string, text: string, type: Parameter['type_name'] | undefined): unknown => {
  if (type === 'string') return text;
  const json = parse(text);
  if (type === undefined) return json === undefined ? text : json;
  const found = Array.isArray(json) ? 'array' : json === null ? 'object' : typeof json;
  if (found !== type)
    throw new UsageError(
      `${name} takes ${type === 'array' || type === 'object' ? `an ${type} as JSON` : `a ${type}`}, not "${text}"`,
    );
  return json;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
