import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SignInAnswer {
  readonly status: number;
  /** Header `Retry-After`, in seconds. */
  readonly retryAfter: string | undefined;
  readonly body: Record<string, unknown>;
}

/** One connection per concurrent request. */
const agent = new Agent({ keepAlive: true });

/** Signs in from an address that a front end on this host declares. */
export async function signInFrom(
  url: string,
  address: string,
  user_name: string,
  password: string,
): Promise<SignInAnswer> {
  const sent = request(`${url}/signin`, {
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
  });
  sent.end(JSON.stringify({ user_name, password }));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: reply.statusCode ?? 0,
    retryAfter: reply.headers['retry-after'],
    body: JSON.parse(await text(reply)) as Record<string, unknown>,
  };
}
