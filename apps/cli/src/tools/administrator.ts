import { instanceUrl } from '../connection/instance-url';
import { type Session, startSession } from '../connection/session';
import type { Context } from '../context';
import { languageOf } from '../context';
import { NotReachable, UsageError } from '../failures';
import { pause } from '../pause';

/** An instance that is just starting is waited for. */
const ATTEMPTS = 5;
const PAUSE_MS = 2_000;
const TIMEOUT_SECONDS = 60;

export interface Account {
  readonly url?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export function warnOfPassword({ output }: Context): void {
  output.warn(
    'A password as an argument can be read by other accounts of this machine, and stays in the history of the shell.',
  );
}

/** Signs an administrator in, by default the one of the settings. */
export async function signInAdministrator(context: Context, account: Account): Promise<Session> {
  const { environment, signal, version, output } = context;
  if (account.password !== undefined) warnOfPassword(context);
  const url = account.url ?? environment['SVC_URL'];
  const userName = account.username ?? environment['SVC_ADMIN_USER'];
  const password = account.password ?? environment['SVC_ADMIN_PASSWORD'];
  if (!url || !userName || !password)
    throw new UsageError(
      'URL, administrator and password are needed: as options, or SVC_URL, SVC_ADMIN_USER and SVC_ADMIN_PASSWORD.',
    );
  const options = {
    url: instanceUrl(url, { allowHttp: true }),
    language: languageOf(environment),
    timeout: TIMEOUT_SECONDS,
    signal,
    version,
    trace: (line: string) => output.trace(line),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await startSession(options, { userName, password });
    } catch (error) {
      if (!(error instanceof NotReachable) || attempt === ATTEMPTS) throw error;
      output.note(`${error.message} Trying again in ${PAUSE_MS / 1000} s (${attempt} of ${ATTEMPTS}).`);
      await pause(PAUSE_MS, signal);
    }
  }
}
