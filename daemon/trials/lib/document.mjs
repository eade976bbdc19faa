import { readFileSync, writeFileSync } from 'node:fs';
import { outcomes } from './judge.mjs';

/** docs/fidelity.md and a section of docs/confidence.md, from the counts of the last runs and nothing else. */

const titles = { page: 'Pages', node: 'Node.js', jvm: 'JVM', clr: '.NET' };
const steps = { polls: 'twenty polls', daemon: 'restart of the daemon', reload: 'reload', program: 'restart of the program' };
const percent = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);
const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

const parts = [
  ['first', 'in the first 150 keys', '#2b6cb0'],
  ['later', 'further down in `objects`', '#90cdf4'],
  ['read', 'read and not served', '#f6ad55'],
  ['missing', 'not read', '#e2e8f0'],
];
const partOf = (one, name) => (name === 'later' ? one.served - one.first : one[name]);

/** One bar for each group of programs: where their facts are. */
const plot = (groups) => {
  const [height, left, width] = [26, 150, 520];
  const rows = groups.map(([title, list], at) => {
    const all = sum(list, (one) => one.facts);
    let x = left;
    const bars = parts.map(([name, , color]) => {
      const share = (width * sum(list, (one) => partOf(one, name))) / all;
      const bar = `<rect x="${x.toFixed(1)}" y="${at * height + 4}" width="${share.toFixed(1)}" height="18" fill="${color}"/>`;
      x += share;
      return bar;
    });
    const says = `${sum(list, (one) => one.served)} of ${all}`;
    return `<text x="0" y="${at * height + 17}">${title}</text>${bars.join('')}<text x="${left + width + 8}" y="${at * height + 17}">${says}</text>`;
  });
  const size = `width="${left + width + 100}" height="${groups.length * height + 6}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="13">${rows.join('')}</svg>`;
};

const runtimeRows = (list) =>
  Object.keys(titles).flatMap((runtime) => {
    const some = list.filter((one) => one.runtime === runtime);
    if (some.length === 0) return [];
    const facts = sum(some, (one) => one.facts);
    const of = (name) =>
      percent(
        sum(some, (one) => one[name]),
        facts,
      );
    const noise = `${Math.round((100 * sum(some, (one) => one.noise)) / some.length)} %`;
    const tasks = `${sum(some, (one) => one.done)} of ${sum(some, (one) => one.tasks)}`;
    return [
      `| ${titles[runtime]} | ${some.length} | ${facts} | ${of('served')} | ${of('first')} | ${of('read')} | ${of('missing')} | ${noise} | ${tasks} |`,
    ];
  });

const head = [
  '| runtime | programs | facts | in `objects` | in the first 150 keys | read, not served | not read | noise in the first 150 | tasks |',
  '|---|---|---|---|---|---|---|---|---|',
];

const moves = (one) =>
  Object.keys(steps).map((step) => {
    const found = one.moved[step];
    return found === undefined ? '–' : found.moved === 0 ? '0' : `${found.moved} of ${found.of}`;
  });

const stillRows = (list) =>
  Object.keys(titles).flatMap((runtime) => {
    const some = list.filter((one) => one.runtime === runtime);
    if (some.length === 0) return [];
    const cells = Object.keys(steps).map((step) => {
      const with_ = some.filter((one) => one.moved[step] !== undefined);
      const still = with_.filter((one) => one.moved[step].moved === 0).length;
      return with_.length === 0 ? '–' : `${still} of ${with_.length}`;
    });
    return [`| ${titles[runtime]} | ${cells.join(' | ')} |`];
  });

/** What came of the tasks, as results.json keeps it. */
const actsOf = (one) =>
  (one.outcomes ?? []).map((text) => {
    const [outcome, reversibility, state, confidence, otherwise] = text.split('; ');
    return { outcome, reversibility, state: Number(state), confidence: Number(confidence), otherwise };
  });

const outcomeRows = (list) =>
  Object.keys(titles).flatMap((runtime) => {
    const acts = list.filter((one) => one.runtime === runtime).flatMap(actsOf);
    if (acts.length === 0) return [];
    const counts = outcomes.map((name) => acts.filter(({ outcome }) => outcome === name).length);
    return [`| ${titles[runtime]} | ${acts.length} | ${counts.join(' | ')} |`];
  });

const outcomeHead = [`| runtime | tasks | ${outcomes.join(' | ')} |`, `|---|---|${outcomes.map(() => '---|').join('')}`];

const between =
  ([from, to]) =>
  (one) =>
    one >= from && one < to;
const rangeOf = ([from, to]) =>
  from === 0 ? `below ${to.toFixed(2)}` : `${from.toFixed(2)} to ${Math.min(1, to - 0.01).toFixed(2)}`;

const calibrationRows = (acts, of, ranges) =>
  ranges.map((range) => {
    const some = acts.filter((one) => between(range)(of(one)));
    const count = (name) => some.filter(({ outcome }) => outcome === name).length;
    const ran = count('done') + count('did something else') + count('did nothing that is seen');
    const stopped = some.filter(({ outcome }) => outcome === 'refused for confidence');
    const tried = stopped.filter(({ otherwise }) => otherwise !== undefined);
    const cells = [rangeOf(range), ran, count('done'), percent(count('done'), ran), count('did something else')];
    return `| ${[...cells, count('did nothing that is seen'), stopped.length, `${tried.filter(({ otherwise }) => otherwise === 'done').length} of ${tried.length}`].join(' | ')} |`;
  });

const tiers = [
  [0, 0.8],
  [0.8, 0.95],
  [0.95, 1.01],
];
const certainties = [
  [0, 0.85],
  [0.85, 0.95],
  [0.95, 1.01],
];
const kinds = ['reversible_read', 'reversible_write', 'irreversible_write'];

/** Whether actions did what they said, by how sure we were. */
export const calibrationOf = (results) => {
  const of = (heldOut) => Object.values(results).filter((one) => one.outcomes !== undefined && one.heldOut === heldOut);
  const head = (title) => [
    `| ${title} | ran | did it | share | did something else | nothing was seen | refused for it | of these would have worked |`,
    '|---|---|---|---|---|---|---|---|',
  ];
  const tables = (list) => {
    const acts = list.flatMap(actsOf).filter(({ reversibility }) => reversibility !== undefined);
    return [
      ...head('confidence of the state'),
      ...calibrationRows(acts, (one) => one.state, tiers),
      '',
      ...head('confidence of the action'),
      ...calibrationRows(acts, (one) => one.confidence, certainties),
      '',
      '| tier | ran | did it |',
      '|---|---|---|',
      ...kinds.map((kind) => {
        const some = acts.filter((one) => one.reversibility === kind && !/^refused/.test(one.outcome));
        return `| \`${kind}\` | ${some.length} | ${some.filter(({ outcome }) => outcome === 'done').length} |`;
      }),
      '',
    ];
  };
  const [looked, held] = [of(false), of(true)];
  const told = (list) => `${list.length} programs, ${sum(list, (one) => one.tasks)} tasks`;
  return [
    ...(held.length > 0 ? [`Held out (${told(held)}):`, '', ...tables(held)] : []),
    `Looked at (${told(looked)}):`,
    '',
    ...tables(looked),
  ].join('\n');
};

/** Puts the tables between their marks and leaves the rest of the page as it is. */
const [begin, end] = ['<!-- made by pnpm trials --write -->', '<!-- end of what is made -->'];
export const writeCalibration = (results, file) => {
  const page = readFileSync(file, 'utf8');
  const [before, after] = [page.slice(0, page.indexOf(begin) + begin.length), page.slice(page.indexOf(end))];
  writeFileSync(file, `${before}\n\n${calibrationOf(results)}\n${after}`);
};

export const documentOf = (results, programs) => {
  const never = programs.filter((id) => results[id]?.facts === undefined && results[id]?.error === undefined);
  const all = Object.values(results).filter((one) => one.error === undefined && one.facts !== undefined);
  const failed = Object.values(results).filter((one) => one.error !== undefined);
  const looked = all.filter((one) => !one.heldOut);
  const held = all.filter((one) => one.heldOut);
  const ends = (heldOut) => outcomeRows(Object.values(results).filter((one) => one.heldOut === heldOut));
  const groups = (list) =>
    Object.keys(titles).flatMap((runtime) => {
      const some = list.filter((one) => one.runtime === runtime);
      return some.length === 0 ? [] : [[titles[runtime], some]];
    });
  const dates = [...new Set(all.map((one) => one.run))].sort();
  return [
    '# Fidelity, counted',
    '',
    'Made by `pnpm trials --write` from the last run of each program in `daemon/trials` (`results.json`). Do not edit.',
    '',
    `${all.length} programs, ${sum(all, (one) => one.facts)} facts, run on ${dates.join(', ')}. Facts were written down before the program was read for the first time, from its manual and from`,
    'what was put into it: what a right key has to say, and the value. Both must fit, in the record that the fact is about: a value under a key that means something else, or that only passes by',
    'the right words, is a miss. A program that is **held out** is looked at as counts only: nothing was changed because of what is missing there.',
    '',
    ...(held.length > 0 ? ['## Held out', '', plot(groups(held)), '', ...head, ...runtimeRows(held), ''] : []),
    '## Looked at',
    '',
    plot(groups(looked)),
    '',
    ...head,
    ...runtimeRows(looked),
    '',
    'Bars: '.concat(parts.map(([, says]) => says).join(', ')).concat(', from the left; the numbers are facts in `objects`.'),
    '',
    'Noise is an upper bound: a key counts as noise when none of the words that were written down about the program is in it, or a pattern of noise fits. A task counts when the first actions',
    'that its words name take its values and its effect is seen in the state afterwards; with confidence too low for it, it does not.',
    '',
    '## What came of the tasks',
    '',
    'A task that was not done either found no action that its words name and that takes its values, or was refused, or the action ran and its effect is not seen: then other keys changed, or none',
    'did. An effect is seen where more keys tell it than before. “So already” is a task that was to take away what is not there. Whether confidence foretold it is in [confidence](confidence.md).',
    '',
    ...(ends(true).length > 0 ? ['Held out:', '', ...outcomeHead, ...ends(true), '', 'Looked at:', ''] : []),
    ...outcomeHead,
    ...ends(false),
    '',
    '## Keys that stay',
    '',
    'How many programs had the same keys, to the last one, in twenty polls while nothing was done, and before and after each of the others. Readings are compared once the keys have been the same',
    'for six seconds.',
    '',
    `| runtime | ${Object.values(steps).join(' | ')} |`,
    `|---|${Object.keys(steps)
      .map(() => '---|')
      .join('')}`,
    ...stillRows(all),
    '',
    '## Each program',
    '',
    'Keys that moved are those that were not in both readings (for polls: not in all of them), of all that were in any.',
    '',
    `| program | facts | in \`objects\` | first 150 | read, not served | keys | noise | tasks | ${Object.values(steps)
      .map((title) => `moved: ${title}`)
      .join(' | ')} |`,
    `|---|---|---|---|---|---|---|---|${Object.keys(steps)
      .map(() => '---|')
      .join('')}`,
    ...all
      .sort(
        (a, b) => Object.keys(titles).indexOf(a.runtime) - Object.keys(titles).indexOf(b.runtime) || (a.name < b.name ? -1 : 1),
      )
      .map(
        (one) =>
          `| ${one.runtime}/${one.name}${one.heldOut ? ' (held out)' : ''}${one.earlier ? ' †' : ''} | ${one.facts} | ${one.served} | ${one.first} | ${one.read} | ${one.keys} | ${Math.round(one.noise * 100)} % | ${one.done} of ${one.tasks} | ${moves(one).join(' | ')} |`,
      ),
    '',
    ...(all.some((one) => one.earlier)
      ? ['† Run with an earlier build, and compared after two quiet seconds instead of six: what came late counts as moved.', '']
      : []),
    ...(failed.length > 0 ? [`Not run to the end: ${failed.map((one) => `${one.runtime}/${one.name}`).join(', ')}.`, ''] : []),
    ...(never.length > 0 ? [`Written down, and their facts not counted so far: ${never.join(', ')}.`, ''] : []),
  ].join('\n');
};

export const writeDocument = (results, programs, file) => writeFileSync(file, documentOf(results, programs));
