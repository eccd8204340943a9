export { type TestDatabase, createTestDatabase } from './test-database';
