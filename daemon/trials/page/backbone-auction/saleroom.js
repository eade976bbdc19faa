window.jQuery(($) => {
  const { Backbone, _ } = window;

  const Lot = Backbone.Model.extend({
    defaults: { estimate: 0, price: 0, bids: 0, leader: null, watched: false, sold: false },
    bid(amount, bidder) {
      if (amount <= this.get('price')) return this.trigger('refused', this, amount);
      this.set({ price: amount, leader: bidder, bids: this.get('bids') + 1 });
    },
  });
  const Lots = Backbone.Collection.extend({
    model: Lot,
    comparator: 'number',
    turnover() {
      return this.where({ sold: true }).reduce((sum, lot) => sum + lot.get('price'), 0);
    },
  });
  const sale = new Backbone.Model({
    title: 'Instruments and furniture',
    auctioneer: 'Philippa Dunmore',
    room: 'Corn Exchange',
    premium: 24,
    paused: false,
  });
  const lots = new Lots([
    {
      number: 118,
      name: 'Brass sextant',
      estimate: 400,
      price: 380,
      bids: 3,
      leader: 'Paddle 17',
      consignor: 'Estate of Cpt. Moray',
    },
    {
      number: 119,
      name: 'Walnut chess table',
      estimate: 900,
      price: 650,
      bids: 5,
      leader: 'Paddle 8',
      consignor: 'Lady Ashworth',
    },
    {
      number: 117,
      name: 'Viola, Mittenwald',
      estimate: 2200,
      price: 2750,
      bids: 11,
      leader: 'Telephone',
      sold: true,
      consignor: 'Private',
    },
    { number: 120, name: 'Pair of globes', estimate: 3100, price: 0, bids: 0, consignor: 'Lady Ashworth' },
  ]);

  const LotView = Backbone.View.extend({
    tagName: 'li',
    className: 'lot',
    template: _.template(
      '<b><%- number %> <%- name %></b> <span class="price"><%- price %></span> <button class="show">Show</button> <button class="watch"><%- watched ? "Unwatch" : "Watch" %></button>',
    ),
    events: { 'click .show': 'show', 'click .watch': 'watch' },
    initialize() {
      this.listenTo(this.model, 'change', this.render);
    },
    render() {
      this.$el.html(this.template(this.model.attributes));
      return this;
    },
    show() {
      desk.open(this.model);
    },
    watch() {
      this.model.set('watched', !this.model.get('watched'));
    },
  });
  const SaleView = Backbone.View.extend({
    el: '#sale',
    template: _.template(
      '<h1><%- title %></h1><p>Auctioneer <em><%- auctioneer %></em>, <%- room %>. Turnover: <output><%- turnover %></output></p><button id="pause"><%- paused ? "Resume the sale" : "Pause the sale" %></button>',
    ),
    events: { 'click #pause': 'pause' },
    initialize() {
      this.listenTo(lots, 'change', this.render);
      this.listenTo(this.model, 'change', this.render);
    },
    render() {
      this.$el.html(this.template({ ...this.model.attributes, turnover: lots.turnover() }));
      return this;
    },
    pause() {
      this.model.set('paused', !this.model.get('paused'));
    },
  });
  const DeskView = Backbone.View.extend({
    el: '#desk',
    events: { 'click #take': 'take', 'click #hammer': 'hammer', 'input #bidder': 'bidder' },
    template: _.template(
      '<h2>Lot <%- number %></h2><p>Leading: <span class="leader"><%- leader || "nobody" %></span></p><label>Bid <input id="bid" type="number"></label><label>Bidder <input id="bidder"></label><button id="take">Take the bid</button><button id="hammer">Hammer down</button>',
    ),
    nextBidder: 'Paddle 31',
    open(lot) {
      if (this.model) this.stopListening(this.model);
      this.model = lot;
      this.listenTo(lot, 'change', this.render);
      this.render();
    },
    render() {
      this.$el.html(this.template(this.model.attributes));
      this.$('#bidder').val(this.nextBidder);
      return this;
    },
    bidder(event) {
      this.nextBidder = event.target.value;
    },
    take() {
      this.model.bid(Number(this.$('#bid').val()), this.nextBidder);
    },
    hammer() {
      this.model.set('sold', true);
    },
  });
  const desk = new DeskView();
  new SaleView({ model: sale }).render();
  lots.each((lot) => $('#lots').append(new LotView({ model: lot }).render().el));
});
