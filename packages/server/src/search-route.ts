import type { SearchResponse } from '@substrate/core';
import { answerJson } from './call.js';
import { invalidRequest, pathTarget, readQuery } from './input.js';
import { findReady, findTracked } from './lookup.js';
import type { Handler } from './reads.js';
import { searchActions, searchKeys, wordsOf } from './search.js';

/** `GET /search`, over everything that was read. */

const defaultLimit = 20;

export const createSearch = (): Handler => {
  return (call, route) => {
    const target = pathTarget(call);
    const { q = [''], kind = ['keys'], limit } = readQuery(call, route);
    const query = wordsOf(q[0] as string);
    if (query.length === 0) throw invalidRequest([{ path: 'q', message: 'Give the words to look for.' }]);
    const { state, overflow } = findReady(findTracked(call.applications, target));
    const most = limit ? Number(limit[0]) : defaultLimit;
    const found =
      kind[0] === 'actions' ? searchActions(state.actions, query, most) : searchKeys(state.objects, overflow, query, most);
    const body: SearchResponse = { pid: state.pid, app_id: state.app_id, capture_id: state.capture_id, ...found };
    return answerJson(call, body);
  };
};
