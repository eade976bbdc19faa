import { expect, test } from 'vitest';
import { placeOf } from './invoke.js';

test.each([
  ['https://shop.example/cart/7?token=sentinel#access=sentinel', 'https://shop.example/cart/7'],
  ['http://ann:sentinel@127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  [`https://shop.example/reset/sentinel${'x'.repeat(40)}/done`, 'https://shop.example/reset/…/done'],
  ['file:///srv/page.html?key=sentinel', 'file:///srv/page.html'],
  ['data:text/html,sentinel', 'a data: URL'],
  ['blob:https://shop.example/sentinel', 'a blob: URL'],
])('%s is repeated as %s', (url, place) => expect(placeOf(new URL(url))).toBe(place));
