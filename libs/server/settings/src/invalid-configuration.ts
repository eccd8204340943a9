/** What operators have configured cannot be used. The message is for them: it names settings and files, and needs no stack. */
export class InvalidConfiguration extends Error {}

/** All problems of the settings, reported together. Messages never hold a value of a secret. */
export class InvalidSettings extends InvalidConfiguration {
  constructor(readonly problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Where a process could not listen. */
interface Listener {
  readonly host: string;
  readonly port: number;
  /** The setting of its port. */
  readonly setting: 'SVC_PORT' | 'SVC_PROXY_PORT';
}

/** The error with which listening failed, as one of the settings if it follows from them. */
export function listenError(error: unknown, { host, port, setting }: Listener): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new InvalidSettings([`${setting} is in use by another program: port ${port} on ${host}`]);
    case 'EACCES':
      return new InvalidSettings([`${setting} is not open to this account: port ${port} on ${host}`]);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new InvalidSettings([`SVC_LISTEN_HOST is not an address of this machine: ${host}`]);
    default:
      return error;
  }
}
