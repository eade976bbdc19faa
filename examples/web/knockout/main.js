/** A flight: Knockout with a view model that is a class, one that is a function, one that is a plain object, and a component. */
import ko from 'knockout';

function Seat(passenger, meal, price) {
  this.passenger = passenger;
  this.price = price;
  this.meal = ko.observable(meal);
}

class FlightViewModel {
  constructor() {
    this.number = 'OT 114';
    this.field = 'Tempelhof';
    this.seats = ko.observableArray([new Seat('Ada', 'soup', 120), new Seat('Björn', 'none', 95)]);
    this.isOpen = ko.observable(true);
    this.pin = ko.observable('8841');
    this.crew = ko.observable({ pilot: ko.observable('Ines'), hours: ko.observable(6) });
    this.fare = ko.pureComputed(() => this.seats().reduce((sum, seat) => sum + seat.price, 0));
    this.heading = ko.computed(() => `${this.number}: ${this.seats().length} seats, ${this.isOpen() ? 'open' : 'closed'}`);
    this.delay = ko.observable(10).extend({ rateLimit: 50 });
    this.release = (seat) => this.seats.remove(seat);
  }

  book(passenger, meal) {
    this.seats.push(new Seat(passenger, meal, 110));
  }

  close() {
    this.isOpen(false);
  }
}

ko.components.register('wind-sock', {
  template: '<p>Wind at <span data-bind="text: field"></span>: <span data-bind="text: knots"></span> knots</p>',
  viewModel: function windSock({ field }) {
    this.field = field;
    this.knots = ko.observable(14);
  },
});

ko.applyBindings(new FlightViewModel(), document.getElementById('app'));
