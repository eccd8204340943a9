import { rm } from 'node:fs/promises';

/** After all tests: the server that was started for them goes, with its data. */
export default async function stopDatabase(): Promise<void> {
  const started = globalThis.testDatabaseServer;
  if (!started) return;
  globalThis.testDatabaseServer = undefined;
  await started.server.stop();
  await rm(started.dataDir, { recursive: true, force: true });
}
