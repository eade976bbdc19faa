require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { Module } = require('@nestjs/common');
const { RoomModule } = require('./rooms.js');
const { GuestModule } = require('./guests.js');

class AppModule {}
Module({ imports: [RoomModule, GuestModule] })(AppModule);

async function bootstrap() {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(Number(process.argv[2]), '127.0.0.1');
  console.log('open');
}
bootstrap();
