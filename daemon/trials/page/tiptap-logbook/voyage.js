import { computed, reactive } from 'vue';

const paragraph = (...content) => ({ type: 'paragraph', content });
const text = (words, ...marks) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const task = (words, checked) => ({ type: 'taskItem', attrs: { checked }, content: [paragraph(text(words))] });

export const voyage = reactive({
  boat: 'Petrel',
  skipper: 'Annika Lund',
  openId: 11,
  published: false,
  entries: [
    {
      id: 11,
      title: 'Out of Grimstad',
      miles: 18.5,
      wind: 3,
      engineHours: 1.25,
      content: { type: 'doc', content: [paragraph(text('Calm until the lighthouse.'))] },
    },
    {
      id: 12,
      title: 'Round the skerries',
      miles: 31,
      wind: 5,
      engineHours: 0,
      content: {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [text('Second day')] },
          {
            type: 'taskList',
            content: [task('Mend the jib sheet', false), task('Fill the water tank', true)],
          },
          paragraph(text('Seals on the '), text('outer', 'italic'), text(' rocks.')),
        ],
      },
    },
    {
      id: 13,
      title: 'Home with the tide',
      miles: 24.75,
      wind: 4,
      engineHours: 2.5,
      content: { type: 'doc', content: [paragraph(text('Rain, then more of it.'))] },
    },
  ],
});

export const open = computed(() => voyage.entries.find(({ id }) => id === voyage.openId));
export const distance = computed(() => voyage.entries.reduce((sum, { miles }) => sum + miles, 0));
