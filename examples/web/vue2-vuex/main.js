/** A library desk: Vue 2 and Vuex 3. */
import Vue from 'vue2/dist/vue.esm.js';
import Vuex from 'vuex';

Vue.use(Vuex);

const store = new Vuex.Store({
  state: { books: [{ title: 'Middlemarch', lent: false }], fines: { perDay: 0.2, owed: 3.4 } },
  getters: { lentOut: (state) => state.books.filter((book) => book.lent).length },
  mutations: {
    addBook(state, book) {
      state.books.push(book);
    },
    setFines(state, amount) {
      state.fines.owed = amount;
    },
  },
  actions: {
    acquire({ commit }, { title, lent }) {
      commit('addBook', { title, lent });
    },
  },
});

Vue.component('library-desk', {
  data: () => ({ openUntil: 18, query: '' }),
  computed: {
    titles() {
      return this.$store.state.books.map((book) => book.title).join(', ');
    },
  },
  methods: {
    extend(hours) {
      this.openUntil += hours;
    },
  },
  template: '<div><h1>Library</h1><p class="titles">{{ titles }}</p><p class="hours">Open until {{ openUntil }}</p></div>',
});

new Vue({ el: '#app', store, template: '<library-desk />' });
