import TaskItem from '@tiptap/extension-task-item';
import TaskList from '@tiptap/extension-task-list';
import StarterKit from '@tiptap/starter-kit';
import { EditorContent, useEditor } from '@tiptap/vue-3';
import { computed, createApp, ref, watch } from 'vue';
import { distance, open, voyage } from './voyage.js';

const EntryList = {
  props: { entries: { type: Array, required: true }, openId: { type: Number, required: true } },
  emits: ['open'],
  template: `
    <nav>
      <div v-for="one of entries" :key="one.id" class="entry" :class="{ open: one.id === openId }" @click="$emit('open', one.id)">
        {{ one.title }} <small>{{ one.miles }} nm</small>
      </div>
    </nav>`,
};

const Particulars = {
  props: { entry: { type: Object, required: true } },
  template: `
    <form @submit.prevent>
      <label>Title <input v-model="entry.title"></label>
      <label>Miles <input type="number" step="0.25" v-model.number="entry.miles"></label>
      <label>Wind <select v-model.number="entry.wind"><option v-for="force of 8" :key="force" :value="force">{{ force }}</option></select></label>
      <label>Engine hours <input type="number" step="0.25" v-model.number="entry.engineHours"></label>
    </form>`,
};

const Logbook = {
  components: { EditorContent, EntryList, Particulars },
  setup() {
    const words = ref(0);
    const count = (editor) => {
      words.value = editor.getText().split(/\s+/).filter(Boolean).length;
    };
    const editor = useEditor({
      extensions: [StarterKit, TaskList, TaskItem],
      content: open.value.content,
      onCreate: ({ editor: made }) => count(made),
      onUpdate: ({ editor: changed }) => {
        open.value.content = changed.getJSON();
        count(changed);
      },
    });
    watch(
      () => voyage.openId,
      () => {
        editor.value.commands.setContent(open.value.content);
        count(editor.value);
      },
    );
    const sailed = computed(() => `${distance.value} nm sailed`);
    const openEntry = (id) => {
      voyage.openId = id;
    };
    const bold = () => editor.value.chain().focus().toggleBold().run();
    const heading = () => editor.value.chain().focus().toggleHeading({ level: 2 }).run();
    const undo = () => editor.value.chain().focus().undo().run();
    const publish = () => {
      voyage.published = true;
    };
    const addEntry = () => {
      const id = Math.max(...voyage.entries.map((one) => one.id)) + 1;
      voyage.entries.push({
        id,
        title: 'New entry',
        miles: 0,
        wind: 1,
        engineHours: 0,
        content: { type: 'doc', content: [{ type: 'paragraph' }] },
      });
      voyage.openId = id;
    };
    return { voyage, open, words, editor, sailed, openEntry, bold, heading, undo, publish, addEntry };
  },
  template: `
    <h1>Logbook of the {{ voyage.boat }}</h1>
    <p>Skipper {{ voyage.skipper }}, <span id="sailed">{{ sailed }}</span>, <span id="published">{{ voyage.published ? 'published' : 'draft' }}</span></p>
    <main>
      <EntryList :entries="voyage.entries" :open-id="voyage.openId" @open="openEntry" />
      <div class="paper">
        <Particulars :entry="open" />
        <button type="button" @click="bold">Bold</button>
        <button type="button" @click="heading">Heading</button>
        <button type="button" @click="undo">Undo</button>
        <EditorContent :editor="editor" />
        <small id="words">{{ words }} words</small>
      </div>
    </main>
    <button type="button" @click="addEntry">Add entry</button>
    <button type="button" @click="publish">Publish</button>`,
};

createApp(Logbook).mount('#app');
