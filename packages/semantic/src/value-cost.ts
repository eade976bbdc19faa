import type { Primitive } from '@substrate/core';
import { isEcho } from './tables.js';

/**
 * What a value takes away from the worth of its fact, in places that hold the program's own insides as well. A switch that is off tells
 * less than a name; a picture, a pattern or a template is no fact about this run at all.
 */

const markup = /^\s*<(?:!doctype|\?xml|svg|html|div|span|style|script|link|[a-z]+[ >])/i;
const stylesheet = /[\w\])-]\s*\{\s*[\w-]+\s*:[^{}]*;?\s*\}/;
const pattern = /^\/.*[\\^$*+?()[\]{}|].*\/[dgimsuvy]*$/s;
const format = /%[sdifjoO]\b|@\{|\$\{|\{\{|\{\d\}|\p{Cc}\[\d/u;
/** What stands where nothing was set. */
const unset = /^(?:0{8}-0{4}-0{4}-0{4}-0{12}|9223372036854775807|-9223372036854775808|0001-01-01T00:00:00Z?)$/;
const encoded = /^(?:data:|-----BEGIN )/;
/** `java.lang.Long`, `[Ljava.lang.Object;`, `Buffer@1f2e3d`, `function () {`. */
const code = /^\[?L?(?:[a-z_]\w*\.){2,}[A-Z][\w$.]*;?$|^[\w$.]+@[0-9a-f]{4,}$|^(?:async )?function\b|^\[object \w+\]$|^class \w/;

export const valueCost = (name: string, value: Primitive): number => {
  if (value === null || value === false || value === 0 || value === -1 || value === '') return 8;
  if (value === true || value === 1) return 4;
  if (typeof value !== 'string') return 0;
  if (encoded.test(value) || pattern.test(value)) return 40;
  if (value.length > 120 && !/\s/.test(value.slice(0, 120))) return 40;
  if (value.length > 60 && (markup.test(value) || stylesheet.test(value.slice(0, 500)))) return 40;
  if (unset.test(value)) return 20;
  if (format.test(value)) return 35;
  if (value.length < 200 && code.test(value)) return 25;
  return isEcho(name, value) ? 35 : 0;
};
