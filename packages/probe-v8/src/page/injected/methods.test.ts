import { expect, test } from 'vitest';
import { roomParts } from '../../../test/page-parts.js';
import { createMethods } from './methods.js';

test('a function that a page declares is offered where its name says that something is done', () => {
  const { values, collector } = roomParts();
  const methods = createMethods({ values, collector });
  let saved = '';
  const saveComment = (text: string): void => {
    saved = text;
  };
  methods.declared('global:saveComment()', 'saveComment', saveComment);
  methods.declared('global:renderList()', 'renderList', () => undefined);
  methods.declared('global:setTimeout()', 'setTimeout', () => undefined);
  methods.offer([]);
  expect(collector.actions()).toMatchObject([
    { address: 'global:saveComment()', name: 'saveComment', kind: 'method', parameters: [{ name: 'text', type: 'string' }] },
  ]);
  collector.callables.get('global:saveComment()')?.call({ text: 'Both wings are worn' });
  expect(saved).toBe('Both wings are worn');
  // Of the next reading it is told anew, or not at all.
  collector.reset();
  methods.offer([]);
  expect(collector.actions()).toEqual([]);
});
