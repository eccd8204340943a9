import type { FromWorker } from './messages';

/**
 * Tells the program that has started this process that the start takes long for a reason, or no longer does: it does not count
 * that time. Processes that nobody waits for tell nobody.
 */
export function prolongStart(isProlonged: boolean): void {
  const message: FromWorker = { kind: 'prolonged', isProlonged };
  if (process.connected) process.send?.(message);
}
