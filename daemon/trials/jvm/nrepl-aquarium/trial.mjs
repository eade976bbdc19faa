import { connect } from 'node:net';

const typed = `(ns aquarium.tanks)
(def house "Quayside Aquarium")
(def tanks (atom {}))
(def visitors (atom 0))
(def feeding (ref {:keeper nil :at nil}))
(def diary (agent []))
(defrecord Fish [species length])
(defn fill! [tank litres] (swap! tanks assoc tank {:litres litres :fish []}))
(defn stock! [tank species length] (swap! tanks update-in [tank :fish] conj (->Fish species length)))
(fill! :lagoon 48500)
(fill! :kelp 9200)
(stock! :lagoon "Zebra shark" 2.1)
(stock! :kelp "Garibaldi" 0.3)
(reset! visitors 1316)
(dosync (alter feeding assoc :keeper "Imogen Vale" :at "15:30"))
(send diary conj "pump two serviced")
(await diary)
(str "open" "ed")`;

/** Messages of nREPL are dictionaries in bencode. */
const text = (one) => `${Buffer.byteLength(one)}:${one}`;
const message = (words) =>
  `d${Object.entries(words)
    .sort()
    .map(([name, one]) => text(name) + text(one))
    .join('')}e`;

/** nREPL, the server that editors talk to Clojure through, with what somebody typed in an editor. */
export default {
  get: { debian: ['libnrepl-clojure', 'libspec-alpha-clojure', 'libcore-specs-alpha-clojure'] },
  start: ({ jars, port }) => [
    'java',
    [
      '-Xmx160m',
      '-cp',
      jars.filter((jar) => /\/java\/(clojure-[\d.]+\d|nrepl|(core\.)?specs?\.alpha)\.jar$/.test(jar)).join(':'),
      'clojure.main',
      '-m',
      'nrepl.cmdline',
      '--bind',
      '127.0.0.1',
      '--port',
      port(),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('nREPL server started'), 'the server'),
  async drive({ port, until }) {
    // An editor stays connected, and its session with it.
    const editor = connect(port(), '127.0.0.1');
    editor.unref();
    let heard = '';
    editor.setEncoding('utf8').on('data', (some) => {
      heard += some;
    });
    editor.write(message({ op: 'clone', id: '1' }));
    const session = await until(() => /11:new-session36:([0-9a-f-]{36})/.exec(heard)?.[1], 'a session');
    editor.write(message({ op: 'eval', id: '2', session, code: typed }));
    await until(() => heard.includes('"opened"'), 'the aquarium');
  },
};
