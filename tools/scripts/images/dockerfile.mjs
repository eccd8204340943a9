// What the check of the images reads from the Dockerfile.
import { Failure } from '../checkout.mjs';

/** @typedef {{ name: string, from: string }} Stage */

/**
 * The stages of a Dockerfile, in their order.
 *
 * @param {string} text
 * @returns {Stage[]} `from` is an image, or the name of an earlier stage
 */
export function stagesOf(text) {
  const stages = [...text.matchAll(/^FROM\s+(\S+)(?:\s+AS\s+(\S+))?\s*$/gim)];
  return stages.map(([line, from = '', name]) => {
    if (!name) throw new Failure(`The stage has no name: ${line}`);
    return { name, from };
  });
}

/**
 * The stages from which others copy files.
 *
 * @param {string} text of the Dockerfile
 * @returns {string[]} in the order of the stages
 */
export function copiedStagesOf(text) {
  const copied = new Set([...text.matchAll(/^COPY\s+--from=(\S+)/gm)].map(([, name]) => name));
  return stagesOf(text).flatMap(({ name }) => (copied.has(name) ? [name] : []));
}

/** @typedef {{ image: string, node: string, suite: string }} Base */

/**
 * The public image on which all stages are based.
 *
 * @param {string} text of the Dockerfile
 * @returns {Base} its name, the version of Node and the name of the Debian release in it
 */
export function baseOf(text) {
  const stages = stagesOf(text);
  const names = new Set(stages.map(({ name }) => name));
  const images = new Set(stages.map(({ from }) => from).filter((from) => !names.has(from)));
  const [image = '', ...others] = images;
  const [, node, suite] = /^node:(\d+\.\d+\.\d+)-([a-z]+)-slim$/.exec(image) ?? [];
  if (others.length > 0 || !node || !suite)
    throw new Failure(
      `No base can be made for ${[...images].join(', ')}: only for one node:<version>-<release>-slim.`,
    );
  return { image, node, suite };
}
