// A mail server on loopback, for development. It accepts every mail and delivers none: each mail is shown on
// the terminal and kept in a folder, to be opened in a browser (.html) or a mail program (.eml).
//
//   node tools/scripts/mail-catcher.mjs [--port 1025] [--folder data/mails]
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';

/** @param {readonly string[]} args */
function readOptions(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '1025' },
      folder: { type: 'string', default: join(root, 'data', 'mails') },
    },
  });
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port <= 65_535)) throw new Failure('--port takes a port.');
  return { port, folder: resolve(values.folder) };
}

let count = 0;

/**
 * Keeps a mail in the folder, and returns what the terminal shows of it.
 *
 * @param {Buffer} raw
 * @param {string} folder
 */
export async function keepMail(raw, folder) {
  const { subject = '', text = '', html, to, date } = await simpleParser(raw);
  const recipient = [to ?? []].flat()[0]?.text ?? '';
  const name = `${(date ?? new Date()).toISOString().replace(/[:.]/g, '-')}-${recipient.replace(/[^\w.@-]/g, '_')}-${(count += 1)}`;
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(`${path}.eml`, raw, { mode: 0o600 });
  if (html) await writeFile(`${path}.html`, html, { mode: 0o600 });
  return `\n${'='.repeat(78)}\nTo:      ${recipient}\nSubject: ${subject}\nFile:    ${path}.html\n\n${text}`;
}

/** @param {{ port: number, folder: string }} options */
export async function startCatcher({ port, folder }) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _, done) => {
      /** @type {Buffer[]} */
      const chunks = [];
      stream.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      stream.on('end', () => {
        keepMail(Buffer.concat(chunks), folder).then(
          (shown) => {
            process.stdout.write(shown);
            done();
          },
          (error) => done(error),
        );
      });
    },
  });
  await new Promise((started, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => started(undefined));
  });
  return server;
}

if (isProgram(import.meta.url)) {
  await runProgram(async () => {
    const options = readOptions(process.argv.slice(2));
    await startCatcher(options);
    process.stdout.write(
      `Mails to 127.0.0.1:${options.port} are shown here and kept in ${options.folder}. Start Gatehouse with:\n` +
        `  SVC_SMTP_HOST=127.0.0.1 SVC_SMTP_PORT=${options.port} SVC_SMTP_SSL=false SVC_SMTP_FROM=gatehouse@example.org\n`,
    );
  });
}
