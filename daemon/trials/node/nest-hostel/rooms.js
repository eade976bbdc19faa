require('reflect-metadata');
const { Injectable, Controller, Get, Post, Put, Param, Body, Inject, Module } = require('@nestjs/common');
const { GuestService, GuestModule } = require('./guests.js');

const decorate = (target, ...decorators) => {
  for (const one of decorators) one(target);
  return target;
};
const member = (type, name, ...decorators) => {
  const slot = Object.getOwnPropertyDescriptor(type.prototype, name);
  for (const one of decorators) one(type.prototype, name, slot);
};

class RoomService {
  #rooms = new Map([
    ['attic', { beds: 6, price: 24.5, guests: [], closed: null }],
    ['cellar', { beds: 12, price: 17, guests: [], closed: null }],
    ['garden', { beds: 4, price: 31, guests: ['Wim'], closed: null }],
  ]);
  #cleaning = { next: 'garden', cleaner: 'Petra' };

  constructor(guests) {
    this.guests = guests;
  }
  all() {
    return Object.fromEntries(this.#rooms);
  }
  checkIn(room, guest) {
    this.guests.find(guest).room = room;
    this.#rooms.get(room).guests.push(guest);
  }
  close(room, reason) {
    this.#rooms.get(room).closed = reason;
    this.#cleaning.next = room;
  }
  setPrice(room, price) {
    this.#rooms.get(room).price = price;
  }
}
Injectable()(RoomService);
Inject(GuestService)(RoomService, undefined, 0);

class RoomController {
  constructor(rooms) {
    this.rooms = rooms;
  }
  list() {
    return this.rooms.all();
  }
  checkIn(room, body) {
    this.rooms.checkIn(room, body.guest);
    return { room };
  }
  close(room, body) {
    this.rooms.close(room, body.reason);
    return { room };
  }
}
Controller('rooms')(RoomController);
Inject(RoomService)(RoomController, undefined, 0);
member(RoomController, 'list', Get());
member(RoomController, 'checkIn', Post(':room/guests'));
Param('room')(RoomController.prototype, 'checkIn', 0);
Body()(RoomController.prototype, 'checkIn', 1);
member(RoomController, 'close', Put(':room/closed'));
Param('room')(RoomController.prototype, 'close', 0);
Body()(RoomController.prototype, 'close', 1);

exports.RoomModule = decorate(
  class RoomModule {},
  Module({ imports: [GuestModule], controllers: [RoomController], providers: [RoomService] }),
);
