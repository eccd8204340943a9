import { runBatch } from './batch/run-batch';
import type { Context } from './context';
import { type Command, fieldsOf } from './declaration/command';
import { longOf } from './declaration/field';
import type { Row } from './declaration/shown';
import { UsageError } from './failures';
import { apiOf, sendOne } from './send-command';

/** Carries a command out with the values of its fields, and shows the result. */
export async function execute(command: Command, values: Row, context: Context): Promise<void> {
  const { file } = context.globals;
  if (file !== undefined) return runBatch(command, values, context);
  if (command.confirms) await context.confirm(command.confirms(values as never));
  const complete = await withSecrets(command, values, context);
  const reply = await resultOf(command, complete, context);
  await context.output.show(command.shows, reply, complete as never);
}

/** Secrets are on standard input, where the option says so; those that are required are asked for at a terminal. */
async function withSecrets(command: Command, values: Row, context: Context): Promise<Row> {
  const secrets = Object.entries(fieldsOf(command)).filter(([, field]) => field.kind === 'secret');
  const read: Record<string, unknown> = {};
  const fromStdin = secrets.filter(([name]) => values[name] === true);
  if (fromStdin.length + (context.globals.own_password_stdin ? 1 : 0) > 1)
    throw new UsageError('Only one secret can be read from standard input.');
  for (const [name, field] of secrets) {
    const isGiven = values[name] === true;
    if (!isGiven && !field.isRequired) continue;
    read[name] = await context.password(
      field.about.replace(/\.$/, ':'),
      isGiven,
      `--${longOf(name, field)}-stdin`,
    );
  }
  return { ...values, ...Object.fromEntries(secrets.map(([name]) => [name, read[name]])) };
}

/** What a command finds or changes, without showing it. */
async function resultOf(command: Command, values: Row, context: Context): Promise<Row> {
  if (command.run) return ((await command.run(context, values as never)) ?? {}) as Row;
  if (command.operation === undefined) throw new UsageError(`${command.name} does nothing.`);
  return sendOne(command, values, await apiOf(command, context));
}
