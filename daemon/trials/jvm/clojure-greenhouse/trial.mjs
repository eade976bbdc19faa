const program = `(ns greenhouse.core)
(defrecord Gardener [name badge])
(def greenhouse "Palm House")
(def temperature (atom 0.0))
(def beds (atom []))
(def tank (ref {:level 1000 :capacity 1500}))
(def valve (atom {:open false}))
(def waterings (agent []))
(def alarms (atom 0))
(def gardener (atom nil))
(defn plant! [species stems] (swap! beds conj {:species species :stems stems}))
(defn water! [where litres] (dosync (alter tank update :level - litres)) (send waterings conj where))
(plant! "Monstera deliciosa" 14)
(plant! "Vanilla planifolia" 3)
(water! "east bed at noon" 188)
(await waterings)
(swap! valve assoc :open true)
(swap! alarms + 2)
(reset! temperature 24.5)
(reset! gardener (->Gardener "Tomasz Lis" 4471))
(println "grown")
@(promise)
`;

/** A program in Clojure: atoms, a ref, an agent and a record in a namespace of its own. */
export default {
  get: { debian: ['libclojure-java', 'libspec-alpha-clojure', 'libcore-specs-alpha-clojure'] },
  start: ({ jars, write }) => [
    'java',
    [
      '-Xmx128m',
      '-cp',
      jars.filter((jar) => /\/(clojure-[\d.]+|(core\.)?specs?\.alpha)\.jar$/.test(jar)).join(':'),
      'clojure.main',
      write('greenhouse.clj', program),
    ],
  ],
  ready: ({ until, said }) => until(() => said().includes('grown'), 'the greenhouse'),
};
