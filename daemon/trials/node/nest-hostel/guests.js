require('reflect-metadata');
const { Injectable, Controller, Get, Post, Delete, Param, Body, Inject, Module, NotFoundException } = require('@nestjs/common');

class GuestService {
  constructor() {
    this.guests = [];
    this.visits = 0;
  }
  all() {
    return this.guests;
  }
  find(name) {
    const found = this.guests.find((one) => one.name === name);
    if (!found) throw new NotFoundException(name);
    return found;
  }
  register(name, country, nights) {
    this.visits++;
    this.guests.push({ name, country, nights, room: null });
  }
  leave(name) {
    this.guests = this.guests.filter((one) => one.name !== name);
  }
}
Injectable()(GuestService);

class GuestController {
  constructor(service) {
    this.service = service;
  }
  list() {
    return this.service.all();
  }
  create(body) {
    this.service.register(body.name, body.country, body.nights);
    return body;
  }
  remove(name) {
    this.service.leave(name);
    return { name };
  }
}
Controller('guests')(GuestController);
Inject(GuestService)(GuestController, undefined, 0);
const slot = (name) => Object.getOwnPropertyDescriptor(GuestController.prototype, name);
Get()(GuestController.prototype, 'list', slot('list'));
Post()(GuestController.prototype, 'create', slot('create'));
Body()(GuestController.prototype, 'create', 0);
Delete(':name')(GuestController.prototype, 'remove', slot('remove'));
Param('name')(GuestController.prototype, 'remove', 0);

class GuestModule {}
Module({ controllers: [GuestController], providers: [GuestService], exports: [GuestService] })(GuestModule);
module.exports = { GuestService, GuestModule };
