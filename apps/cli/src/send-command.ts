import type { Api } from './connection/api';
import type { Context } from './context';
import type { Command } from './declaration/command';
import { requestOf } from './declaration/request';
import type { Row } from './declaration/shown';
import { UsageError } from './failures';

/** The API as a command uses it. */
export function apiOf(command: Command, context: Context): Promise<Api> {
  return command.needs === 'password' ? context.apiWithPassword() : context.api();
}

/** The one request of a command. */
export async function sendOne(command: Command, values: Row, api: Api): Promise<Row> {
  const { operation, pages, shows } = command;
  if (operation === undefined) throw new UsageError(`${command.name} does nothing.`);
  const parts = await requestOf(command, values, api);
  if (pages && shows.kind === 'list') return api.sendAll(operation, parts, pages, shows.in);
  return api.send(operation, parts);
}
