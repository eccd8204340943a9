import { Api, type ApiOptions } from './connection/api';
import { configFolder, type Environment } from './connection/config-folder';
import { instanceUrl } from './connection/instance-url';
import { type Profile, Profiles, unknownProfile } from './connection/profiles';
import { type Session, startSession } from './connection/session';
import { EXIT, type ExitCode } from './exit-codes';
import { Failure, UsageError } from './failures';
import type { Globals } from './globals';
import { Output } from './output/output';
import { type Prompts, isInteractive, promptsOf, secretFromStdin } from './output/prompts';

/** What a command works with. */
export class Context {
  readonly output: Output;
  readonly prompts: Prompts;
  /** How the program ends where nothing failed: 2 for changes or findings. */
  exitCode: ExitCode = EXIT.done;
  /** Seconds for a reply, unless an option says otherwise. */
  replySeconds = 60;
  private session: Session | undefined;
  private stored: Promise<Profiles> | undefined;

  constructor(
    readonly globals: Globals,
    readonly signal: AbortSignal,
    readonly environment: Environment,
    readonly version: string,
  ) {
    const { json, output, quiet, verbose, debug, log_level: level } = globals;
    if (json && output !== undefined && output !== 'json')
      throw new UsageError(`--json and --output ${output} contradict each other.`);
    this.output = new Output({
      format: json ? 'json' : (output ?? 'table'),
      isQuiet: quiet === true || level?.toLowerCase() === 'error',
      isVerbose: verbose === true || debug === true || level?.toLowerCase() === 'debug',
      logFile: globals.log,
      environment,
    });
    this.prompts = promptsOf(signal);
  }

  profiles(): Promise<Profiles> {
    this.stored ??= Profiles.read(configFolder(this.environment));
    return this.stored;
  }

  /** Name and content of the profile that is used. Throws a {@link Failure} if it was named and does not exist. */
  async profile(): Promise<{ readonly name: string; readonly profile: Profile | undefined }> {
    const profiles = await this.profiles();
    const stated = this.globals.profile ?? (this.environment['GATEHOUSE_PROFILE'] || undefined);
    const profile = profiles.find(stated ?? profiles.current);
    if (stated !== undefined && profile === undefined) throw unknownProfile(stated, profiles.names);
    return { name: stated ?? profiles.current, profile };
  }

  /** The address of the instance: of the option, the environment, or the profile. */
  async url(): Promise<string> {
    const stated = this.globals.url ?? (this.environment['GATEHOUSE_URL'] || undefined);
    const allowHttp = this.globals.allow_http === true;
    if (stated !== undefined) return instanceUrl(stated, { allowHttp });
    const { profile } = await this.profile();
    // Whoever signed in with clear text has allowed it.
    if (profile) return instanceUrl(profile.url, { allowHttp: true });
    throw new Failure(
      'There is no instance to connect to.',
      EXIT.notSignedIn,
      'Sign in: gatehouse login <url>',
    );
  }

  /** The API with the token of the user. Throws a {@link Failure} where there is none. */
  async api(): Promise<Api> {
    if (this.globals.sign_in) return this.apiWithPassword();
    const url = await this.url();
    const token = await this.tokenFor(url);
    if (token === undefined)
      throw new Failure(`Not signed in to ${url}.`, EXIT.notSignedIn, `Sign in: gatehouse login ${url}`);
    return new Api({ ...(await this.apiOptions()), credentials: { token } });
  }

  /** The API as the command uses it already: with its session, if it has one. */
  async apiOfCommand(): Promise<Api> {
    return this.session?.api ?? this.api();
  }

  /** The API without credentials, for what everybody may read. */
  async apiForEverybody(): Promise<Api> {
    return new Api({ ...(await this.apiOptions()), credentials: undefined });
  }

  /** The API with a session that ends with the command. */
  async apiWithPassword(): Promise<Api> {
    this.session ??= await this.startSession();
    return this.session.api;
  }

  /** Asks a question before something is lost. Throws a {@link Failure} unless the answer is yes. */
  async confirm(question: string): Promise<void> {
    if (this.globals.yes) return;
    if (!isInteractive()) throw new UsageError(`${question} Nobody can be asked: confirm with --yes.`);
    if (!(await this.prompts.confirm(question))) throw new Failure('Cancelled; nothing was changed.');
  }

  /** A password: from somebody at a terminal, who does not see it, or from standard input with the option. */
  async password(question: string, fromStdin: boolean, option: string): Promise<string> {
    if (fromStdin && !isInteractive()) return secretFromStdin(option);
    if (!isInteractive()) throw new UsageError(`Nobody can be asked for a password: use ${option}.`);
    return this.prompts.secret(question);
  }

  async apiOptions(url?: string): Promise<Omit<ApiOptions, 'credentials'>> {
    const { timeout = this.replySeconds } = this.globals;
    return {
      url: url ?? (await this.url()),
      language: languageOf(this.environment),
      timeout,
      signal: this.signal,
      version: this.version,
      trace: (line) => this.output.trace(line),
    };
  }

  /** Ends what the command has started. */
  async close(): Promise<void> {
    await this.session?.end();
  }

  /** The token of the environment, else that of the profile, which is only sent to the instance that it was stored for. */
  async tokenFor(url: string): Promise<string | undefined> {
    const stated = this.environment['GATEHOUSE_TOKEN'] || undefined;
    if (stated !== undefined) return stated;
    const { profile } = await this.profile();
    return profile && profile.url === url ? profile.token : undefined;
  }

  private async startSession(): Promise<Session> {
    const options = await this.apiOptions();
    const { profile } = await this.profile();
    const userName = profile?.user_name ?? (await this.askForName());
    const fromStdin = this.globals.own_password_stdin === true;
    const password = await this.password(`Password of ${userName}:`, fromStdin, '--own-password-stdin');
    return startSession(options, { userName, password });
  }

  private async askForName(): Promise<string> {
    if (!isInteractive()) throw new UsageError('Nobody can be asked for a user name: sign in first.');
    return this.prompts.text('User name:');
  }
}

/** The languages that error texts should have, of the locale of the terminal. */
export function languageOf(environment: Environment): string {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || '';
  const language = /^[a-z]{2}(?=[_.@-]|$)/i.exec(locale)?.[0].toLowerCase();
  return language === undefined ? 'en' : `${language}, en;q=0.5`;
}
