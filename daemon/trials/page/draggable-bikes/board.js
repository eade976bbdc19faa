import { createApp } from 'vue';
import draggable from 'vuedraggable';

createApp({
  components: { draggable },
  data: () => ({
    workshop: { name: 'Spoke & Sons', owner: 'Tilda', open: true },
    columns: [
      {
        name: 'Brought in',
        limit: 5,
        repairs: [
          {
            id: 'R-71',
            bike: 'Cargo bike',
            fault: 'Bent rear wheel',
            customer: 'Gustav Ek',
            price: 85,
            urgent: true,
            mechanic: null,
          },
          {
            id: 'R-72',
            bike: 'Folding bike',
            fault: 'Hinge loose',
            customer: 'Mira Sand',
            price: 40,
            urgent: false,
            mechanic: null,
          },
          { id: 'R-74', bike: 'Tandem', fault: 'Chain skips', customer: 'The Okoros', price: 62, urgent: false, mechanic: null },
        ],
      },
      {
        name: 'On the stand',
        limit: 2,
        repairs: [
          {
            id: 'R-66',
            bike: 'Racing bike',
            fault: 'Creaking bottom bracket',
            customer: 'Ilse Kern',
            price: 120,
            urgent: false,
            mechanic: 'Noor',
          },
        ],
      },
      {
        name: 'Ready',
        limit: 10,
        repairs: [
          {
            id: 'R-60',
            bike: 'Tricycle',
            fault: 'New brakes',
            customer: 'Nursery Sun',
            price: 38.5,
            urgent: false,
            mechanic: 'Emil',
          },
          {
            id: 'R-63',
            bike: 'City bike',
            fault: 'Flat tyre',
            customer: 'Paolo Neri',
            price: 15,
            urgent: false,
            mechanic: 'Emil',
          },
        ],
      },
    ],
    mechanics: ['Noor', 'Emil', 'Tilda'],
    chosen: null,
    search: '',
    takings: 412.75,
  }),
  computed: {
    repair() {
      return this.columns.flatMap(({ repairs }) => repairs).find(({ id }) => id === this.chosen);
    },
    due() {
      return this.columns[2].repairs.reduce((sum, { price }) => sum + price, 0);
    },
  },
  methods: {
    moveOn() {
      const from = this.columns.findIndex(({ repairs }) => repairs.includes(this.repair));
      const to = this.columns[from + 1];
      if (!to || to.repairs.length >= to.limit) return;
      const { repair } = this;
      this.columns[from].repairs = this.columns[from].repairs.filter((one) => one !== repair);
      to.repairs.push(repair);
    },
    collect() {
      this.takings += this.repair.price;
      for (const column of this.columns) column.repairs = column.repairs.filter(({ id }) => id !== this.chosen);
      this.chosen = null;
    },
  },
  template: `
    <h1>{{ workshop.name }}</h1>
    <p>
      <label>Search <input v-model="search"></label>
      <label><input type="checkbox" v-model="workshop.open"> Shop is open</label>
      Takings {{ takings }}, due {{ due }}
    </p>
    <div class="columns">
      <div class="column" v-for="column in columns" :key="column.name">
        <h2>{{ column.name }} ({{ column.repairs.length }} of {{ column.limit }})</h2>
        <draggable :list="column.repairs" group="repairs" item-key="id">
          <template #item="{ element }">
            <div class="card" :class="{ chosen: element.id === chosen }" v-show="element.bike.toLowerCase().includes(search.toLowerCase())" @click="chosen = element.id">
              <b>{{ element.bike }}</b> {{ element.urgent ? '!' : '' }}<br>{{ element.fault }}
            </div>
          </template>
        </draggable>
      </div>
    </div>
    <section v-if="repair">
      <h2>{{ repair.id }}, {{ repair.customer }}</h2>
      <label>Mechanic <select v-model="repair.mechanic"><option v-for="one in mechanics">{{ one }}</option></select></label>
      <label>Price <input type="number" v-model.number="repair.price"></label>
      <label><input type="checkbox" v-model="repair.urgent"> Urgent</label>
      <button @click="moveOn">Move on</button>
      <button @click="collect">Collected</button>
    </section>
  `,
}).mount('#board');
