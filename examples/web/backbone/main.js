/** A postal round: Backbone models, a collection and a view. */
import Backbone from 'backbone';

const Parcel = Backbone.Model.extend({ defaults: { weight: 1, delivered: false } });
const Round = Backbone.Collection.extend({ model: Parcel });

const RoundView = Backbone.View.extend({
  events: { 'click button': 'deliver' },
  initialize() {
    this.postman = 'Olu';
    this.listenTo(this.collection, 'change add', this.render);
    this.el.addEventListener('click', (event) => event.target.matches('button') && this.deliver());
  },
  deliver() {
    this.collection.find((parcel) => !parcel.get('delivered'))?.set('delivered', true);
  },
  render() {
    const left = this.collection.filter((parcel) => !parcel.get('delivered')).length;
    this.el.innerHTML = `<h1>Round</h1><p class="left">${left} left</p><button type="button">Deliver one</button>`;
    return this;
  },
});

const parcels = new Round([
  { street: 'Mill Lane', weight: 3 },
  { street: 'High Street', weight: 7 },
]);
Backbone.$ = undefined;
const view = new (RoundView.extend({
  setElement(el) {
    this.el = el;
    return this;
  },
}))({ el: document.getElementById('app'), collection: parcels });
view.render();
