$(() => {
  var Booking = Backbone.Model.extend({
    defaults: { guest: '', pitch: '', arrives: '', nights: 1, electricity: false, status: 'booked' },
    checkIn: function () {
      this.set('status', 'here');
    },
  });

  var Bookings = Backbone.Collection.extend({
    model: Booking,
    comparator: 'arrives',
    nights: function () {
      return this.reduce((sum, booking) => sum + booking.get('nights'), 0);
    },
  });

  var Tariff = Backbone.Model.extend({
    defaults: { night: 18, electricity: 4.5, season: 'low', dogs: true },
  });

  var RowView = Backbone.View.extend({
    tagName: 'tr',
    template: _.template($('#booking-row').html()),
    events: { 'click .check-in': 'checkIn', 'click .cancel': 'cancel' },
    initialize: function () {
      this.listenTo(this.model, 'change', this.render);
      this.listenTo(this.model, 'remove', this.remove);
    },
    render: function () {
      this.$el.html(this.template(this.model.toJSON()));
      this.$('button').button();
      return this;
    },
    checkIn: function () {
      this.model.checkIn();
    },
    cancel: function () {
      this.model.collection.remove(this.model);
    },
  });

  var OfficeView = Backbone.View.extend({
    el: '#office',
    events: {
      'submit #new-booking': 'book',
      'change #season': 'changeSeason',
      'change #dogs': 'changeDogs',
    },
    initialize: function (options) {
      this.tariff = options.tariff;
      this.rows = {};
      this.listenTo(this.collection, 'add', this.addRow);
      this.listenTo(this.collection, 'update change', this.summarise);
      this.listenTo(this.tariff, 'change', this.showTariff);
      this.$el.tabs();
      this.$('.date').datepicker({ dateFormat: 'yy-mm-dd' });
      this.$('.spin').spinner({ min: 1, max: 28 });
      var tariff = this.tariff;
      this.$('#night-slider').slider({
        min: 10,
        max: 40,
        value: tariff.get('night'),
        change: (_, ui) => {
          tariff.set('night', ui.value);
        },
      });
      this.collection.each(this.addRow, this);
      this.summarise();
      this.showTariff();
    },
    addRow: function (booking) {
      var row = new RowView({ model: booking });
      this.rows[booking.cid] = row;
      this.$('tbody').append(row.render().el);
    },
    summarise: function () {
      var here = this.collection.where({ status: 'here' }).length;
      this.$('.summary').text(`${this.collection.length} bookings, ${this.collection.nights()} nights, ${here} here`);
    },
    showTariff: function () {
      this.$('#night-price').text(this.tariff.get('night'));
      this.$('#season').val(this.tariff.get('season'));
      this.$('#dogs').prop('checked', this.tariff.get('dogs'));
    },
    book: function (event) {
      event.preventDefault();
      var form = event.target.elements;
      this.collection.add({
        guest: form.guest.value,
        pitch: form.pitch.value,
        arrives: form.arrives.value,
        nights: Number(form.nights.value),
        electricity: form.electricity.checked,
      });
      event.target.reset();
    },
    changeSeason: function (event) {
      this.tariff.set('season', event.target.value);
    },
    changeDogs: function (event) {
      this.tariff.set('dogs', event.target.checked);
    },
  });

  new OfficeView({
    collection: new Bookings([
      { guest: 'Maarten de Wit', pitch: 'B4', arrives: '2026-07-03', nights: 7, electricity: true },
      { guest: 'Chiara Conti', pitch: 'A1', arrives: '2026-07-05', nights: 3 },
    ]),
    tariff: new Tariff(),
  });
});
