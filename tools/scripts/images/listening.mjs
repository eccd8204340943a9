import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../checkout.mjs';

/**
 * Waits until something accepts connections.
 *
 * @param {{ host: string, port: number }} address
 * @param {number} limit ms
 */
export async function untilListening(address, limit) {
  for (const end = Date.now() + limit; !(await accepts(address)); await sleep(100))
    if (Date.now() > end) throw new Failure(`Nothing listens on ${address.host}:${address.port}.`);
}

/**
 * @param {{ host: string, port: number }} address
 * @returns {Promise<boolean>}
 */
function accepts(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
