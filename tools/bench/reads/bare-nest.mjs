// The peer of tools/bench/reads.mjs: NestJS on Express as `nest new` leaves it, with one handler for each reply. Arguments: the
// port, and a file of the replies, an object of texts by their path. Each is sent unchanged, so that it has the same bytes as that of Gatehouse.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import nest from '@nestjs/common';
import core from '@nestjs/core';

const { Controller, Get, Header, Module } = nest;
const [port, file] = process.argv.slice(2);
/** @type {Record<string, string>} */
const replies = JSON.parse(readFileSync(String(file), 'utf8'));

class Replies {}
for (const [path, text] of Object.entries(replies)) {
  const descriptor = { value: () => text, writable: true, configurable: true, enumerable: true };
  Object.defineProperty(Replies.prototype, path, descriptor);
  Get(path)(Replies.prototype, path, descriptor);
  Header('Content-Type', 'application/json; charset=UTF-8')(Replies.prototype, path, descriptor);
}
Controller()(Replies);

class Bare {}
Module({ controllers: [Replies] })(Bare);

const app = await core.NestFactory.create(Bare, { logger: false });
await app.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.send?.('listening');
