// node clustered.mjs <script> <workers> <arguments of the script…> — a server of the bench in several processes on one port.
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';

const [script = '', workers, ...args] = process.argv.slice(2);
cluster.setupPrimary({ exec: fileURLToPath(new URL(script, import.meta.url)), args });
let starting = Number(workers);
for (let number = 0; number < Number(workers); number += 1) {
  cluster.fork().once('message', () => {
    starting -= 1;
    if (starting === 0) process.send?.('ready');
  });
}
process.once('SIGTERM', () => process.exit());
