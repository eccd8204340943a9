// Reads replies as fast as they come, all of a message at once, and answers with how long they took.
import { Agent, get } from 'node:http';

const { url, cookie } = JSON.parse(process.argv[2] ?? '{}');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** @returns {Promise<{ first: number, seconds: number, bytes: number }>} milliseconds to the first byte; all seconds */
function read(path) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    get(url + path, { agent, headers: { Cookie: cookie } }, (answer) => {
      const first = performance.now() - begun;
      let bytes = 0;
      answer.on('data', (chunk) => (bytes += chunk.length));
      answer.on('end', () => {
        if (answer.statusCode !== 200 || !answer.complete) reject(new Error(`${path}: ${answer.statusCode}`));
        else resolve({ first, seconds: (performance.now() - begun) / 1000, bytes });
      });
      answer.on('error', reject);
    }).on('error', reject);
  });
}

process.on('message', async ({ paths }) => {
  const replies = await Promise.all(paths.map(read));
  const most = (key) => Math.max(...replies.map((one) => one[key]));
  process.send?.({ first: most('first'), seconds: most('seconds'), bytes: most('bytes') });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
