import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { SnapshotFollower } from '@gatehouse/access';
import {
  type Caller,
  type CallerWatch,
  LOGGER,
  SETTINGS,
  type SignedInCaller,
  scopeOf,
} from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { identifyingTokensIn } from '@gatehouse/wire';
import { ReachedRevisions } from '../snapshot/reached-revisions';
import { ApiTokenCallers } from './api-token-callers';
import { TokenCallers } from './token-callers';

/** Milliseconds after which callers are checked although nothing was announced: sessions expire. */
const INTERVAL_MS = 15_000;
/** Entities of the change log by which a caller may have lost a session or the role of an administrator. */
const DECIDING = new Set([
  'membership',
  'group',
  'user',
  'session',
  'session_token',
  'session_cutoff',
  'api_token',
  'network_node',
]);

/** A reply that is being sent. */
interface Watched {
  /** Of its cookies. */
  readonly tokens: readonly string[];
  readonly apiToken: string | undefined;
  readonly caller: Caller | undefined;
  readonly ended: () => void;
}

/**
 * Ends replies that take some time with the right of their caller to receive them: when no cookie of the request names a session of
 * the user any more, when the user was deleted, or is no longer an administrator. While neither memory nor database
 * can tell, nobody receives more.
 */
@Injectable()
export class LiveCallers implements CallerWatch, OnModuleDestroy {
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private isCheckNeeded = false;

  constructor(
    @Inject(SnapshotFollower) follower: SnapshotFollower,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly revisions: ReachedRevisions,
    private readonly callers: TokenCallers,
    private readonly apiTokens: ApiTokenCallers,
  ) {
    follower.onRevision((_revision, entities) => {
      if (entities.some((entity) => DECIDING.has(entity))) this.check();
    });
    // Part of the log was missed.
    follower.listen({
      tokenIssued: () => undefined,
      sessionChanged: () => undefined,
      sessionsEnded: () => undefined,
      historyLost: () => this.check(),
    });
  }

  watch(request: IncomingMessage, ended: () => void): () => void {
    const tokens = identifyingTokensIn(request.headers.cookie, this.settings.cookieName) ?? [];
    const apiToken = this.apiTokens.tokenIn(request);
    const watched = { tokens, apiToken, caller: scopeOf(request).caller, ended };
    this.watched.add(watched);
    this.timer ??= setInterval(() => this.check(), INTERVAL_MS).unref();
    return () => this.forget(watched);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Checks all callers; what is announced meanwhile is checked afterwards. */
  private check(): void {
    this.isCheckNeeded = this.watched.size > 0;
    if (this.isChecking || !this.isCheckNeeded) return;
    this.isChecking = true;
    void this.checkAll().finally(() => {
      this.isChecking = false;
      if (this.isCheckNeeded) this.check();
    });
  }

  private async checkAll(): Promise<void> {
    this.isCheckNeeded = false;
    for (const watched of [...this.watched]) {
      if (await this.isEntitled(watched)) continue;
      this.forget(watched);
      watched.ended();
    }
  }

  private async isEntitled({ caller, tokens, apiToken }: Watched): Promise<boolean> {
    try {
      if (caller?.kind !== 'user') return (await this.revisions.newest()) >= 0;
      const now =
        apiToken === undefined
          ? await this.callers.find(tokens, {})
          : await this.apiTokens.find(apiToken, '', {});
      return typeof now === 'object' && isStill(now, caller);
    } catch (error) {
      this.logger.warn({ error }, 'callers of large replies cannot be checked');
      return false;
    }
  }

  private forget(watched: Watched): void {
    this.watched.delete(watched);
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

function isStill(now: SignedInCaller, before: SignedInCaller): boolean {
  // A restriction that was changed meanwhile: another one applies to what follows.
  return (
    now.userId === before.userId &&
    now.session.apiToken === before.session.apiToken &&
    (now.isAdministrator || !before.isAdministrator)
  );
}
