// Sends documents of the corpus from a separate process; requests are built before they are sent on command.
import { request } from 'node:http';
import { loadCorpus } from './corpus.mjs';

/** @typedef {{ ids: Record<string, number>, targets: Record<string, { url: string, limit: number, cookies: Record<string, string> }> }} System */

/** @type {System} */
const system = JSON.parse(process.argv[2] ?? '{}');
const corpus = new Map((await loadCorpus()).map((document) => [document.name, document]));
/** @type {{ name: string, url: string, method: string, headers: Record<string, string>, body: Buffer | undefined }[]} */
let prepared = [];

function prepare(name) {
  const document = corpus.get(name);
  const { url, limit, cookies } = system.targets[document.target];
  const content = document.body?.(limit);
  const body = content === undefined ? undefined : Buffer.from(content);
  const headers = { ...document.headers };
  if (document.contentType) headers['Content-Type'] = document.contentType;
  if (document.as !== undefined && document.as !== 'anonymous') headers['Cookie'] = cookies[document.as];
  if (body) headers['Content-Length'] = String(body.length);
  const path = document.path.replace(/\{(\w+)\}/g, (_, name) => system.ids[name]);
  return { name, url: url + path, method: document.method, headers, body };
}

function send({ name, url, method, headers, body }) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const done = (status) =>
      resolve({ name, ms: performance.now() - begun, status, size: body?.length ?? 0 });
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      answer.resume().once('close', () => done(answer.statusCode));
    });
    // A refusal may close the connection while the rest of the body is on its way.
    sent.on('error', (error) => done(error.code ?? error.message));
    sent.end(body);
  });
}

process.on('message', async (message) => {
  if (message.prepare) {
    prepared = message.prepare.map(prepare);
    process.send?.('prepared');
    return;
  }
  const { copies } = message;
  const sending = Array.from({ length: copies }, () => prepared.map(send)).flat();
  process.send?.(await Promise.all(sending));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
