// npm start: brings this checkout up, from a fresh clone to a running Gatehouse.
// This file has to be readable by every Node, also by those it turns away: the rest is imported after the check.
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  import('./launch.mjs').then(({ startCheckout }) => startCheckout());
} else {
  console.error(`Gatehouse needs Node.js 20.19 or newer, and this is ${process.versions.node}.`);
  process.exitCode = 1;
}
