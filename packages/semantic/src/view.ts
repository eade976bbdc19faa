import { type AppContext, type RawCapture, secrets } from '@substrate/core';
import { isDataName, isMeaningful, normalizeLabel, simpleTypeName } from './words.js';

/** Where the application is: its view by name, and the context with secrets cut out of its addresses. */

/** `/orders/42/edit` is the view `orders_edit`; a file name, an id, a page number is not part of it. */
const routeName = (route: string): string => {
  const path = route
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/^.*?#!?\/?/, '/')
    .split(/[?#]/)[0] as string;
  const parts = path
    .split('/')
    .map((part) => part.replace(/\.(html?|php|aspx?|jsp)$/i, ''))
    .filter((part) => part !== '' && !/^[:{*]/.test(part) && !isDataName(part) && isMeaningful(part) && part !== 'index');
  return normalizeLabel(parts.join(' '));
};

/** `Inbox (3) - Acme Mail` is about the inbox. */
const titleName = (title: string): string => normalizeLabel(title.split(/\s+[-–—|•·]\s+|\s*[|•·]\s*/)[0] ?? title);

const viewOf = (capture: RawCapture): string | null => {
  const { hints, context } = capture;
  const route = hints.route ?? context.location ?? undefined;
  const said: readonly (readonly [string | null | undefined, (text: string) => string])[] = [
    [hints.dialog, (text) => normalizeLabel(text).replace(/(?<=.)(?<!dialog)$/, '_dialog')],
    [route, routeName],
    [hints.activeTab, normalizeLabel],
    [hints.heading, normalizeLabel],
    [context.window_title, titleName],
    [hints.windowClass, (text) => normalizeLabel(simpleTypeName(text))],
  ];
  for (const [text, nameOf] of said) {
    const name = typeof text === 'string' ? nameOf(text) : '';
    if (name !== '' && isMeaningful(name)) return name;
  }
  return route === undefined || hints.windowClass !== undefined ? null : 'home';
};

export const contextOf = (capture: RawCapture): AppContext => {
  const { url, location, window_title, window_id } = capture.context;
  return {
    url: url && secrets.address(url),
    location: location && secrets.address(location),
    view: viewOf(capture),
    window_title,
    window_id,
  };
};
