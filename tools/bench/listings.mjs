// node tools/bench/listings.mjs — list endpoints with 100,000 users, through HTTP. Target: 200 ms a page (median of 30).
import { createUsers, numbered, writeBulk } from './bulk.mjs';
import { median, quantile, startApi } from './system.mjs';

const USERS = 100_000;
const system = await startApi();
try {
  const names = numbered(USERS, (number) => `user${String(number).padStart(6, '0')}`);
  await writeBulk(system, (writer) => createUsers(writer, names));
  console.log(`| ${USERS} users | median ms | p95 ms | kB |`);
  console.log('| --- | --- | --- | --- |');
  for (const path of [
    '/users?limit=100',
    '/users?limit=100&after=user050000',
    '/users?limit=100&after=user050000&detail=true',
    '/users?limit=10000&after=user050000&detail=true',
    '/users',
    '/users?detail=true',
    '/users/user050000',
    '/groups/anonymous/users',
  ]) {
    const times = [];
    let size = 0;
    for (let round = 0; round < 30; round += 1) {
      const begun = performance.now();
      const answer = await fetch(system.url + path, { headers: { Cookie: system.cookie } });
      size = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      times.push(performance.now() - begun);
    }
    console.log(
      `| \`GET ${path}\` | ${median(times).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} | ${(size / 1024).toFixed(0)} |`,
    );
  }
} finally {
  await system.stop();
}
