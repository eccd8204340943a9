// The table of the bench. Waits are those of the slowest of the probes, in milliseconds.
import { median } from '../system.mjs';

const of = (rounds, value) => median(rounds.map(value)).toFixed(0);
const worst = (seen) => Math.max(...seen.probes.map(({ max }) => max));
const held = (rounds, seen) =>
  `${of(rounds, (round) => seen(round).loop.max)} / ${of(rounds, (round) => seen(round).loop.cpu)}`;
const p99 = (seen) => Math.max(...seen.probes.map((probe) => probe.p99));

/** @param {number} copies */
export function head(copies) {
  return [
    `| document | kB | status | own ms | quiet max | alone p99 / max | loop / CPU | ${copies} concurrently p99 / max | loop / CPU | probe late |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ].join('\n');
}

/** @param {string} title @param {string[]} names @param {any[]} rounds */
export function line(title, names, rounds) {
  const sent = rounds.flatMap(({ alone }) => alone.sent);
  const statuses = new Map();
  for (const { status } of sent) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const several = rounds.every(({ together }) => together);
  const cells = [
    title,
    (sent.reduce((sum, { size }) => sum + size, 0) / rounds.length / 1000).toFixed(0),
    [...statuses].map(([status, count]) => (names.length > 1 ? `${status} (${count})` : status)).join(', '),
    of(rounds, ({ alone }) => Math.max(...alone.sent.map(({ ms }) => ms))),
    of(rounds, ({ quiet }) => worst(quiet)),
    `${of(rounds, ({ alone }) => p99(alone))} / ${of(rounds, ({ alone }) => worst(alone))}`,
    held(rounds, ({ alone }) => alone),
    several
      ? `${of(rounds, ({ together }) => p99(together))} / ${of(rounds, ({ together }) => worst(together))}`
      : '',
    several ? held(rounds, ({ together }) => together) : '',
    of(rounds, ({ alone, together }) => Math.max(alone.late, together?.late ?? 0)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The waiting times of each probe while all documents were being processed. @param {any[]} rounds */
export function byProbe(rounds) {
  const probes = rounds[0]?.alone.probes ?? [];
  const texts = probes.map(({ name }, index) => {
    const one = (value) => of(rounds, ({ alone }) => value(alone.probes[index]));
    return `${name} p50 ${one(({ p50 }) => p50)} / p99 ${one((probe) => probe.p99)} / max ${one(({ max }) => max)} ms`;
  });
  return texts.length === 0 ? '' : `All concurrently, by probe: ${texts.join('; ')}.`;
}
