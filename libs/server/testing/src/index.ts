export { FullDisk } from './full-disk';
export { OwnServer } from './own-server';
export { type TestDatabase, createTestDatabase } from './test-database';
export { KeptConnection, type KeptReply } from './kept-connection';
