import { ApiProblem, Failure } from '../failures';
import { Api, type ApiOptions } from './api';
import { assertGatehouse, notGatehouse, problemOf, unreachable } from './replies';
import { timeLimit } from './time-limit';

/** A session of the API that a command has started, and ends. */
export interface Session {
  readonly api: Api;
  end(): Promise<void>;
}

/** Signs a user in. Throws a {@link Failure} with the exit code for what is wrong. */
export async function startSession(
  options: Omit<ApiOptions, 'credentials'>,
  { userName, password }: { readonly userName: string; readonly password: string },
): Promise<Session> {
  const [response, content] = await send(options, JSON.stringify({ user_name: userName, password }));
  if (!response.ok) throw withoutHint(problemOf(response, content));
  assertGatehouse(response, content);
  const [cookie] = response.headers.getSetCookie();
  const [pair] = cookie?.split(';', 1) ?? [];
  if (pair === undefined) throw notGatehouse(`${options.url} has not answered with a session.`);
  const api = new Api({ ...options, credentials: { cookie: pair } });
  return { api, end: async () => void (await api.send('POST /signout').catch(() => undefined)) };
}

async function send(
  { url, language, version, signal, timeout }: Omit<ApiOptions, 'credentials'>,
  body: string,
): Promise<[Response, string]> {
  try {
    const response = await fetch(`${url}/signin`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Accept-Language': language,
        'User-Agent': `gatehouse-cli/${version}`,
      },
      body,
      signal: AbortSignal.any([signal, timeLimit(timeout * 1000)]),
    });
    return [response, await response.text()];
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw unreachable(error, url, timeout);
  }
}

/** "Sign in" is no advice to somebody who does. */
function withoutHint(failure: Failure): Failure {
  return failure instanceof ApiProblem ? new Failure(describe(failure), failure.exitCode) : failure;
}

function describe({ facts: { detail, code } }: ApiProblem): string {
  return `${detail} (${code})`;
}
