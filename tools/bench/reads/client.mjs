// A client of HTTP/1.1 for benches: kept connections, one request at a time on each, replies of a known length.
import { connect } from 'node:net';

/** @typedef {{ send: (path: string, done: (status: number) => void) => void, close: () => void }} Connection */

/** @param {URL} url @param {Record<string, string>} headers @returns {Promise<Connection>} */
async function open(url, headers) {
  const socket = connect(Number(url.port), url.hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines = Object.entries({ Host: url.host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const rest = ` HTTP/1.1\r\n${lines.join('')}\r\n`;
  /** @type {((status: number) => void) | undefined} */
  let waiting;
  let received = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (/** @type {string} */ text) => {
    received += text;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1];
    if (length === undefined) throw new Error(`a reply without length: ${received.slice(0, end)}`);
    if (received.length < end + 4 + Number(length)) return;
    const status = Number(received.slice(9, 12));
    received = '';
    const done = waiting;
    waiting = undefined;
    done?.(status);
  });
  socket.on('close', () => {
    if (!isClosed) throw new Error('the server closed a connection');
  });
  return {
    send(path, done) {
      waiting = done;
      socket.write(`GET ${path}${rest}`);
    },
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {number} connections
 * @template Result
 * @param {(connections: Connection[]) => Promise<Result>} work
 */
async function withConnections(url, headers, connections, work) {
  const all = await Promise.all(Array.from({ length: connections }, () => open(new URL(url), headers)));
  try {
    return await work(all);
  } finally {
    for (const connection of all) connection.close();
  }
}

/** @param {string} path @param {number} status */
function expectOk(path, status) {
  if (status !== 200) throw new Error(`GET ${path}: ${status}`);
}

/**
 * Replies in `seconds`, each connection sending the next request once it has its reply.
 *
 * @param {{ url: string, headers: Record<string, string>, connections: number, seconds: number, pathOf: () => string }} options
 */
export function saturate({ url, headers, connections, seconds, pathOf }) {
  return withConnections(url, headers, connections, async (all) => {
    let replies = 0;
    const end = performance.now() + seconds * 1000;
    await Promise.all(
      all.map(
        (connection) =>
          new Promise((resolve) => {
            const next = () => {
              const path = pathOf();
              connection.send(path, (status) => {
                expectOk(path, status);
                if (performance.now() >= end) return resolve(undefined);
                replies += 1;
                next();
              });
            };
            next();
          }),
      ),
    );
    return replies;
  });
}

/**
 * Times in milliseconds of requests that are due at a steady rate, whether or not the ones before are answered. Each is
 * counted from the moment at which it is due, so that waiting for a connection, or for this client, is part of it.
 *
 * @param {{ url: string, headers: Record<string, string>, connections: number, seconds: number, rate: number, pathOf: () => string }} options
 */
export function pace({ url, headers, connections, seconds, rate, pathOf }) {
  return withConnections(url, headers, connections, async (all) => {
    /** @type {number[]} */
    const times = [];
    const free = [...all];
    /** @type {number[]} */
    const due = [];
    const total = Math.floor(rate * seconds);
    const begun = performance.now();
    let planned = 0;
    await new Promise((resolve) => {
      const sendDue = () => {
        for (let connection = free.pop(); connection; connection = free.pop()) {
          const at = due.shift();
          if (at === undefined) return void free.push(connection);
          const path = pathOf();
          const used = connection;
          used.send(path, (status) => {
            expectOk(path, status);
            times.push(performance.now() - at);
            free.push(used);
            if (times.length === total) resolve(undefined);
            else sendDue();
          });
        }
      };
      const tick = () => {
        for (; planned < total && begun + (planned / rate) * 1000 <= performance.now(); planned += 1)
          due.push(begun + (planned / rate) * 1000);
        sendDue();
        if (planned < total) setTimeout(tick, 1);
      };
      tick();
    });
    return times;
  });
}
