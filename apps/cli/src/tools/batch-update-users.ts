import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '../connection/api';
import { startSession } from '../connection/session';
import type { Context } from '../context';
import { languageOf } from '../context';
import type { Row } from '../declaration/shown';
import { ApiProblem, Failure, UsageError, isFailure } from '../failures';
import { type Account, signInAdministrator } from './administrator';
import { readConfiguration } from '../configuration/read-configuration';
import { isObject } from './is-object';

interface Values extends Account {
  readonly file?: string | undefined;
  readonly emails?: readonly string[] | undefined;
  readonly users?: readonly string[] | undefined;
  readonly group?: string | undefined;
  readonly length?: number | undefined;
  readonly delete?: boolean | undefined;
  readonly output_folder?: string | undefined;
}

interface Wanted {
  readonly user_name: string;
  readonly email: string;
  readonly password: string | undefined;
  readonly group_name: string | undefined;
}

interface Result {
  readonly user_name: string;
  readonly password: string;
  readonly result: string;
}

/** Creates or deletes users, and writes a table with their passwords to a file that only this user can read. */
export async function batchUpdateUsers(context: Context, values: Values): Promise<void> {
  const wanted = await wantedUsers(context, values);
  if (wanted.length === 0) throw new UsageError('There is nothing to do: --file or --emails.');
  // Passwords that cannot be written afterwards would be lost.
  const { file, path } = await newFile(values);
  try {
    await updateAll(context, values, wanted, { file, path });
  } finally {
    await file.close();
  }
}

interface ResultFile {
  readonly file: FileHandle;
  readonly path: string;
}

async function updateAll(
  context: Context,
  values: Values,
  wanted: readonly Wanted[],
  to: ResultFile,
): Promise<void> {
  const session = await signInAdministrator(context, values);
  const results: Result[] = [];
  try {
    const length =
      values.length ?? Number((await session.api.send('GET /ui/settings.json'))['password_min_length']);
    for (const user of wanted)
      results.push(
        values.delete ? await remove(session.api, user) : await create(context, session.api, user, length),
      );
  } finally {
    await session.end();
    await writeResults(context, to, results);
  }
  const failed = results.filter(({ result }) => !SUCCESSFUL.has(result)).length;
  if (failed > 0) throw new Failure(`${failed} of ${results.length} users failed.`);
}

const SUCCESSFUL = new Set(['created', 'deleted']);

async function wantedUsers(
  context: Context,
  { file, emails = [], users = [], group }: Values,
): Promise<Wanted[]> {
  if (file !== undefined && emails.length > 0)
    throw new UsageError('--file and --emails exclude each other.');
  if (file === undefined) {
    if (users.length > emails.length) throw new UsageError('There are more names than email addresses.');
    return emails.map((email, index) => ({
      user_name: users[index] ?? randomUUID(),
      email,
      password: undefined,
      group_name: group,
    }));
  }
  const { sectionsOf } = await readConfiguration(context, [file], ['users']);
  const entries = sectionsOf('users').flatMap(({ value }) => (Array.isArray(value) ? value : []));
  return entries.map((entry, index) => {
    const { username, email, password, group: own } = isObject(entry) ? entry : ({} as Row);
    if (typeof username !== 'string') throw new UsageError(`${file}: user ${index + 1} has no username.`);
    return {
      user_name: username,
      email: typeof email === 'string' ? email : `${username}@mail.com`,
      password: typeof password === 'string' ? password : undefined,
      group_name: typeof own === 'string' ? own : group,
    };
  });
}

async function create(context: Context, api: Api, user: Wanted, length: number): Promise<Result> {
  const { user_name } = user;
  const password = user.password ?? randomPassword(length);
  try {
    await api.send('POST /users', { body: { ...user, password } });
    const options = {
      url: api.url,
      language: languageOf(context.environment),
      timeout: 60,
      signal: context.signal,
      version: context.version,
    };
    await (await startSession(options, { userName: user_name, password })).end();
    return { user_name, password, result: 'created' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { user_name, password: '', result: resultOf(error) };
  }
}

async function remove(api: Api, { user_name }: Wanted): Promise<Result> {
  try {
    await api.send('DELETE /users/{user_name}', { path: { user_name } });
    return { user_name, password: '', result: 'deleted' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { user_name, password: '', result: resultOf(error) };
  }
}

function resultOf(error: Failure): string {
  return error instanceof ApiProblem
    ? `failed: ${error.message} (${error.facts.code})`
    : `failed: ${error.message}`;
}

/** Letters, digits, `-` and `_`. */
function randomPassword(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, Math.max(length, 1));
}

async function newFile({ delete: deletes, output_folder: folder = '.' }: Values): Promise<ResultFile> {
  const [date = '', time = ''] = new Date()
    .toISOString()
    .slice(0, 19)
    .replaceAll('-', '')
    .replaceAll(':', '')
    .split('T');
  const path = join(folder, `gatehouse_${deletes ? 'delete' : 'create'}_users_log__${date}__${time}.txt`);
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${path} cannot be created (${error.code}); nothing was sent.`);
  });
  return { file, path };
}

async function writeResults(
  { output }: Context,
  { file, path }: ResultFile,
  results: readonly Result[],
): Promise<void> {
  const width = Math.max(8, ...results.map(({ user_name }) => user_name.length)) + 2;
  const lines = [{ user_name: 'USERNAME', password: 'PASSWORD', result: 'RESULT' }, ...results].map(
    ({ user_name, password, result }) => `${user_name.padEnd(width)}${password.padEnd(36)}${result}`,
  );
  await file.writeFile(`${lines.join('\n')}\n`);
  output.note(`The results are in ${path}.`);
  if (output.format === 'json')
    output.json({ file: path, users: results.map(({ user_name, result }) => ({ user_name, result })) });
}
