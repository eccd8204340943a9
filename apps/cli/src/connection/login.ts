import { hostname } from 'node:os';
import { endAfter } from '../commands/tokens';
import type { Context } from '../context';
import type { Row } from '../declaration/shown';
import { Failure, UsageError } from '../failures';
import { isInteractive } from '../output/prompts';
import { Api, type ApiOptions } from './api';
import { recordIn } from './reply-fields';
import { instanceUrl } from './instance-url';
import { DEFAULT_PROFILE, type Profile } from './profiles';
import { startSession } from './session';

interface LoginValues {
  readonly instance?: string | undefined;
  readonly user?: string | undefined;
  readonly password_stdin?: boolean | undefined;
  readonly token_stdin?: boolean | undefined;
  readonly administrator?: boolean | undefined;
  readonly days?: number | undefined;
  readonly token_name?: string | undefined;
  readonly profile?: string | undefined;
  readonly allow_http?: boolean | undefined;
  readonly timeout?: number | undefined;
}

/** Signs in, and keeps a token under the name of a profile. The token that the profile had is revoked, if `login` had created it. */
export async function login(context: Context, values: LoginValues): Promise<Row> {
  const { token_stdin: withToken, password_stdin: withPassword } = values;
  if (withToken && (withPassword || values.user !== undefined || values.administrator))
    throw new UsageError('--token-stdin takes a token as it is: no user, password or --administrator.');
  const profiles = await context.profiles();
  const name = values.profile ?? context.environment['GATEHOUSE_PROFILE'] ?? DEFAULT_PROFILE;
  const earlier = profiles.find(name);
  const options = { ...(await optionsOf(context, values)), url: await instanceOf(context, values, earlier) };
  const profile = withToken
    ? await withGivenToken(context, options)
    : await withPasswordOf(context, options, values);
  await profiles.save(name, profile);
  if (earlier) await revoke(context, earlier, values).catch(() => undefined);
  return { profile: name, ...profiles.publicOf(name) };
}

export async function logout(
  context: Context,
  values: {
    readonly profile?: string | undefined;
    readonly keep_token?: boolean | undefined;
    readonly timeout?: number | undefined;
  },
): Promise<Row> {
  const profiles = await context.profiles();
  const name = values.profile ?? context.environment['GATEHOUSE_PROFILE'] ?? profiles.current;
  const profile = profiles.find(name);
  if (!profile) throw new Failure(`Not signed in (profile ${name}).`);
  const mayRevoke = profile.token_id !== undefined && !values.keep_token;
  // Forgotten in any case: it is no use to keep a token that cannot be revoked now.
  await profiles.remove(name);
  if (!mayRevoke) return { profile: name, revoked: false };
  try {
    await revoke(context, profile, values);
  } catch (error) {
    const reason = error instanceof Failure ? error.message : String(error);
    context.output.warn(
      `The token is forgotten here, but not revoked: ${reason} Revoke ${profile.token_id} in the console.`,
    );
    return { profile: name, revoked: false };
  }
  return { profile: name, revoked: true };
}

async function revoke(
  context: Context,
  profile: Profile,
  values: { readonly timeout?: number | undefined },
): Promise<void> {
  if (profile.token_id === undefined) return;
  const options = { ...(await optionsOf(context, values)), url: profile.url };
  const api = new Api({ ...options, credentials: { token: profile.token } });
  const path = { user_name: profile.user_name, token_id: profile.token_id };
  await api.send('DELETE /users/{user_name}/tokens/{token_id}', { path });
}

async function optionsOf(context: Context, { timeout = 60 }: { readonly timeout?: number | undefined }) {
  const { signal, version, output } = context;
  const { languageOf } = await import('../context');
  const language = languageOf(context.environment);
  return { language, timeout, signal, version, trace: (line: string) => output.trace(line) };
}

async function instanceOf(
  context: Context,
  values: LoginValues,
  earlier: Profile | undefined,
): Promise<string> {
  const stated = values.instance ?? (context.environment['GATEHOUSE_URL'] || undefined) ?? earlier?.url;
  if (stated !== undefined) return instanceUrl(stated, { allowHttp: values.allow_http === true });
  if (!isInteractive()) throw new UsageError('Which instance? gatehouse login <url>');
  return instanceUrl(await context.prompts.text('Base URL of the API:'), {
    allowHttp: values.allow_http === true,
  });
}

type Options = Omit<ApiOptions, 'credentials'>;

async function withGivenToken(context: Context, options: Options): Promise<Profile> {
  const token = await context.password('Token:', true, '--token-stdin');
  const reply = await new Api({ ...options, credentials: { token } }).send('GET /session');
  const { expires, administrator } = recordIn(reply, 'token');
  const user_name = String(recordIn(reply, 'user')['user_name']);
  // Not one that login has created: it is not revoked.
  return {
    url: options.url,
    user_name,
    token,
    expires: String(expires),
    administrator: administrator === true,
  };
}

async function withPasswordOf(context: Context, options: Options, values: LoginValues): Promise<Profile> {
  const userName = values.user ?? (await nameOf(context));
  const password = await context.password(
    `Password of ${userName}:`,
    values.password_stdin === true,
    '--password-stdin',
  );
  const session = await startSession(options, { userName, password });
  try {
    // A sign-in by email address has the name of the account, too.
    const user_name = String(recordIn(await session.api.send('GET /session'), 'user')['user_name']);
    const body = {
      token_name: values.token_name ?? nameOfToken(),
      expires: endAfter(values.days),
      ...(values.administrator ? { administrator: true } : {}),
    };
    const reply = await session.api.send('POST /users/{user_name}/tokens', { path: { user_name }, body });
    const { token_id, expires, administrator } = recordIn(reply, 'token');
    return {
      url: options.url,
      user_name,
      token: String(reply['value']),
      token_id: String(token_id),
      expires: String(expires),
      administrator: administrator === true,
    };
  } finally {
    await session.end();
  }
}

async function nameOf(context: Context): Promise<string> {
  if (!isInteractive()) throw new UsageError('Nobody can be asked for a user name: --user.');
  return context.prompts.text('User name or email address:');
}

/** Unique, so that an earlier sign-in on this machine is no obstacle. */
function nameOfToken(): string {
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return `gatehouse CLI on ${hostname()} ${time}`.slice(0, 100);
}
