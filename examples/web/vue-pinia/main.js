/** A list of tasks: Vue 3 and Pinia. */
import { createPinia, defineStore } from 'pinia';
import { computed, createApp, ref } from 'vue';

const taskStore = defineStore('tasks', {
  state: () => ({
    tasks: [
      { id: 1, title: 'Write report', done: false },
      { id: 2, title: 'Book train', done: true },
    ],
    filter: 'all',
    synced: '2026-01-05',
  }),
  getters: { open: (state) => state.tasks.filter((task) => !task.done).length },
  actions: {
    add(title) {
      this.tasks.push({ id: this.tasks.length + 1, title, done: false });
    },
    setFilter(filter) {
      this.filter = filter;
    },
  },
});

const TaskList = {
  name: 'TaskList',
  setup() {
    const store = taskStore();
    const draft = ref('');
    const sortOrder = ref('newest');
    const shown = computed(() => store.tasks.filter((task) => store.filter === 'all' || !task.done));
    const submit = () => {
      store.add(draft.value);
      draft.value = '';
    };
    return { store, draft, sortOrder, shown, submit };
  },
  template: `
    <h1>Tasks</h1>
    <form id="new-task" @submit.prevent="submit"><label>Title <input name="title" v-model="draft" required></label><button>Add task</button></form>
    <ul class="tasks"><li v-for="task in shown" :key="task.id" :class="{ task: true, done: task.done }">
      <input type="checkbox" v-model="task.done" :aria-label="task.title"> <span class="title">{{ task.title }}</span>
    </li></ul>
    <p class="open">Open: {{ store.open }}</p>
    <button type="button" @click="store.setFilter('open')">Show open</button>`,
};

const Clock = {
  name: 'OfficeHours',
  data: () => ({ opens: 9, closes: 17, holiday: false }),
  methods: {
    extend(hours) {
      this.closes += hours;
    },
  },
  template: '<p class="hours">Hours: {{ opens }} to {{ closes }}</p>',
};

createApp({ components: { TaskList, Clock }, template: '<TaskList /><Clock />' }).use(createPinia()).mount('#app');
