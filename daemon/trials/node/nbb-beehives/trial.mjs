const typed = `(def keeper "Osric Venn")
(def hives (atom {:north {:queen "Berta" :frames 9 :kilos 14.5 :swarmed false} :mill {:queen "Ottilie" :frames 11 :kilos 6.25 :swarmed true}}))
(def visits (atom [{:day "2026-05-03" :hive "north" :note "Brood in six frames"} {:day "2026-05-19" :hive "mill" :note "Swarm caught in the pear tree"}]))
(def prices {:jar 7.8 :comb 12.4})
(def feed-litres (atom 22))
(defn visit! [day hive note] (count (swap! visits conj {:day day :hive hive :note note})))
(defn harvest! [hive kilos] (get-in (swap! hives update-in [(keyword hive) :kilos] + kilos) [(keyword hive) :kilos]))
(defn crown! [hive queen] (swap! hives assoc-in [(keyword hive) :queen] queen) queen)
(defn feed! [litres] (swap! feed-litres - litres))
(defn lose! [hive] (swap! hives dissoc (keyword hive)) hive)
(harvest! "north" 3.25)
(feed! 4)
(ns stall (:require [clojure.string :as str]))
(def market "Saturday in Ettal")
(def jars (atom 46))
(def orders (atom (list {:who "Pfarrer Huber" :jars 6} {:who "Bakery Lindl" :jars 18})))
(in-ns 'user)
`;

/** nbb as its package starts it: a prompt of Clojure on Node.js, at which a beekeeper has typed. */
export default {
  get: { npm: { nbb: '1.6.214' } },
  start: ({ modules }) => ['node', [`${modules}/nbb/cli.js`, 'repl']],
  ready: ({ until, said }) => until(() => said().includes('user=>'), 'the prompt'),
  async drive({ stdin, until, said }) {
    stdin(typed);
    await until(() => said().includes("#'stall/orders") && said().includes('17.75'), 'what was typed');
  },
};
