import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { client, type SearchResult, type State, wordsOf } from '../api.js';
import { plural, showValue } from '../format.js';
import { lineOf } from '../history.js';
import { type Row, rowsOf, type Value } from '../keys.js';
import type { Following } from '../store.js';
import { KeyPanel } from './key-panel.js';

/** The keys as a tree of which only what is in view is drawn, and a search over all that was read. */

const rowHeight = 28;
const flashMs = 1600;

export const Keys = ({ following, state }: { following: Following; state: State }) => {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<string | undefined>();
  const [words, setWords] = useState('');
  const rows = useMemo(() => rowsOf(following.tree, folds), [following.tree, folds]);
  const fold = (key: string, open: boolean): void => setFolds(new Map(folds).set(key, open));
  return (
    <div class="keys">
      <div class="browse">
        <label class="search">
          <span class="hidden">Search everything that was read</span>
          <input
            type="search"
            placeholder="Search keys and values"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        {rows.length === 0 && words.trim() === '' ? (
          <p class="quiet pad">Nothing of what was read is worth serving so far. Search finds the rest.</p>
        ) : words.trim() === '' ? (
          <Tree rows={rows} state={state} following={following} chosen={chosen} choose={setChosen} fold={fold} />
        ) : (
          <Found pid={following.pid} capture={state.capture_id} words={words.trim()} choose={setChosen} />
        )}
      </div>
      {chosen !== undefined && (
        <KeyPanel key={chosen} name={chosen} following={following} state={state} close={() => setChosen(undefined)} />
      )}
    </div>
  );
};

interface TreeProps {
  rows: readonly Row[];
  state: State;
  following: Following;
  chosen: string | undefined;
  choose: (key: string) => void;
  fold: (key: string, open: boolean) => void;
}

const Tree = ({ rows, state, following, chosen, choose, fold }: TreeProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [focus, setFocus] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const at = Math.min(focus, Math.max(0, rows.length - 1));
  const go = (next: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, next));
    setFocus(to);
    const element = box.current;
    if (element === null) return;
    if (to * rowHeight < element.scrollTop) element.scrollTop = to * rowHeight;
    else if ((to + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (to + 1) * rowHeight - element.clientHeight;
    requestAnimationFrame(() => document.getElementById(`row-${to}`)?.focus());
  };
  const press = (row: Row): void => (row.isLeaf ? choose(row.key) : fold(row.key, !row.isOpen));
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (row === undefined) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.isLeaf || row.isOpen ? go(at + 1) : fold(row.key, true)),
      ArrowLeft: () =>
        row.isOpen ? fold(row.key, false) : go(rows.findLastIndex((other, i) => i < at && other.level < row.level)),
      Enter: () => press(row),
    };
    const move = moves[event.key === ' ' ? 'Enter' : event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  const onClick = (event: MouseEvent): void => {
    const element = (event.target as Element).closest('[role=treeitem]');
    const row = rows[Number(element?.id.slice('row-'.length))];
    if (row !== undefined) press(row);
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - 10);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + 10);
  const shown = rows.slice(first, last);
  if (at < first || at >= last) {
    const held = rows[at];
    if (held !== undefined) shown.push(held);
  }
  return (
    <div class="tree" ref={box}>
      <div role="tree" aria-label="Keys" style={{ height: `${rows.length * rowHeight}px` }} onKeyDown={onKey} onClick={onClick}>
        {shown.map((row, index) => {
          const place = index < last - first ? first + index : at;
          const isChosen = row.key === chosen;
          return (
            <div
              key={row.key}
              id={`row-${place}`}
              role="treeitem"
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-selected={isChosen}
              {...(row.isLeaf ? {} : { 'aria-expanded': row.isOpen })}
              tabIndex={place === at ? 0 : -1}
              class="row"
              style={{ top: `${place * rowHeight}px` }}
              onFocus={() => setFocus(place)}
            >
              <span class={row.isLeaf ? 'part' : 'part branch'} style={{ paddingLeft: `${row.level * 16 - 8}px` }}>
                <span class={row.isLeaf ? 'twist' : row.isOpen ? 'twist open' : 'twist folded'} aria-hidden="true" />
                {row.text}
              </span>
              {row.isLeaf ? (
                <LeafValue name={row.key} value={state.objects[row.key]} following={following} />
              ) : (
                <span class="quiet count">{plural(row.leaves, 'key')}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};

const LeafValue = ({ name, value, following }: { name: string; value: Value | undefined; following: Following }) => {
  const { flashes, points } = following.history;
  const since = performance.now() - (flashes.get(name) || Number.NEGATIVE_INFINITY);
  const line = points.get(name);
  return (
    <>
      <span
        // A new element for each change: the animation begins anew.
        key={flashes.get(name) ?? 0}
        title={typeof value === 'string' && value.length > 60 ? value.slice(0, 1000) : undefined}
        class={`value ${value === '[redacted]' ? 'redacted' : value === null ? 'null' : typeof value}${since < flashMs ? ' flash' : ''}`}
      >
        {value === '[redacted]' ? 'redacted: a secret, cut out inside the application' : showValue(value)}
      </span>
      {line !== undefined && line.length > 1 && (
        <svg class="plot" viewBox="0 0 60 16" aria-hidden="true">
          <polyline points={lineOf(line, 60, 16)} />
        </svg>
      )}
    </>
  );
};

const Found = ({
  pid,
  capture,
  words,
  choose,
}: {
  pid: number;
  capture: string;
  words: string;
  choose: (key: string) => void;
}) => {
  const [results, setResults] = useState<readonly SearchResult[] | undefined>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await client.search(pid, words, { limit: 100, signal: control.signal });
        setResults(answer.results);
        setTrouble('');
      } catch (error) {
        if (!control.signal.aborted) setTrouble(wordsOf(error));
      }
    }, 150);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [pid, capture, words]);
  if (trouble !== '')
    return (
      <p role="alert" class="trouble pad">
        {trouble}
      </p>
    );
  return (
    <ul class="found" aria-label="Search results" aria-busy={results === undefined}>
      {results?.length === 0 && <li class="quiet">Nothing that was read has these words.</li>}
      {results?.map((result) =>
        'key' in result ? (
          <li key={result.key}>
            <button type="button" onClick={() => choose(result.key)}>
              <span class="part">{result.key}</span>
              <span class={`value ${typeof result.value}`}>{showValue(result.value)}</span>
              <span class="quiet">{result.served ? result.matched : `${result.matched}; read, not served`}</span>
            </button>
          </li>
        ) : null,
      )}
    </ul>
  );
};
