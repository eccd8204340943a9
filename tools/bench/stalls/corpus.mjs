// The corpus: what the modules of `corpus/` export, in the form in which it is sent.
import { readdir } from 'node:fs/promises';

/**
 * A document for the API names its `path` and who sends it (`as`: `anonymous`, the default, `user` or `administrator`). One
 * for the proxy names its `serviceType`, with `crowded` that of the service of 100,000 children, and is sent without a
 * session. `body` makes the body; it is given the most bytes that the server reads.
 *
 * @typedef {object} Document
 * @property {string} name
 * @property {string} description
 * @property {'api' | 'proxy'} target
 * @property {boolean} [once] whether it can be sent once only; it is then sent at the end, without others
 * @property {string} method
 * @property {string} path
 * @property {'anonymous' | 'user' | 'administrator'} [as]
 * @property {Record<string, string>} [headers]
 * @property {string | null} [contentType]
 * @property {(bytes: number) => Buffer | string} [body]
 */

/** @returns {Promise<Document[]>} */
export async function loadCorpus() {
  const folder = new URL('corpus/', import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort();
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const documents = modules.flatMap(({ documents }) => documents).map(asSent);
  const names = documents.map(({ target, name }) => `${target} ${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two documents are called ${twice}`);
  return documents;
}

function asSent(document) {
  if (document.serviceType === undefined) return { ...document, target: 'api' };
  const service = serviceName(document.serviceType, document.crowded ?? false);
  const query = document.query ? `?${document.query}` : '';
  return { ...document, target: 'proxy', path: `/${service}${document.path ?? ''}${query}` };
}

/** @param {string} type @param {boolean} crowded */
export function serviceName(type, crowded) {
  return crowded ? `${type}-crowded` : `${type}-small`;
}
