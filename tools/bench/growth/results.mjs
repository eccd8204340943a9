// Results of parts, as JSON in a folder, and as tables.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../system.mjs';

/**
 * One line of a table: the median of the rounds.
 *
 * @typedef {{ what: string, unit: string, bar: string, value: number, values: number[], isMet: boolean | null }} Result
 */
/** @typedef {{ title: string, results: Result[], rounds: object[] }} Part */

/**
 * @template Round
 * @param {readonly Round[]} rounds
 * @param {string} what
 * @param {string} unit
 * @param {(round: Round) => number} of
 * @param {{ bar?: string, most?: number }} [target]
 * @returns {Result}
 */
export function result(rounds, what, unit, of, { bar = '', most } = {}) {
  const values = rounds.map(of);
  const value = median(values);
  return { what, unit, bar, value, values, isMet: most === undefined ? null : value <= most };
}

/** @param {string} folder @param {string} name @returns {Promise<Part | undefined>} */
export async function storedPart(folder, name) {
  try {
    return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} folder @param {string} name @param {Part} part */
export async function storePart(folder, name, part) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(part, undefined, 2)}\n`);
}

/** The tables of all parts in the folder. @param {string} folder */
export async function tables(folder) {
  const lines = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const { title, results } = /** @type {Part} */ (JSON.parse(await readFile(join(folder, file), 'utf8')));
    lines.push(
      '',
      `### ${title}`,
      '',
      '| what | median | rounds | bar | |',
      '| --- | --- | --- | --- | --- |',
    );
    for (const { what, unit, bar, value, values, isMet } of results) {
      const met = isMet === null ? '' : isMet ? 'met' : '**missed**';
      lines.push(
        `| ${what} | ${rounded(value)} ${unit} | ${values.map(rounded).join(', ')} | ${bar} | ${met} |`,
      );
    }
  }
  return lines.join('\n');
}

/** @param {number} value */
function rounded(value) {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1);
}
