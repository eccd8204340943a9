import { rm } from 'node:fs/promises';

/** After all tests: stops the server that was started for them, and deletes its data. */
export default async function stopDatabase(): Promise<void> {
  const started = globalThis.testDatabaseServer;
  if (!started) return;
  globalThis.testDatabaseServer = undefined;
  await started.server.stop();
  await rm(started.dataDir, { recursive: true, force: true });
}
