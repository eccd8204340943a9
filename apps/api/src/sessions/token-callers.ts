import { Injectable } from '@nestjs/common';
import type { RequestScope, SignedInCaller } from '@gatehouse/http';
import { identifyingSession } from '@gatehouse/identity';
import { InMemoryCallers } from './in-memory-callers';
import { StoredCallers } from './stored-callers';

/** Callers by the tokens of their cookies. Reference: sessions#several-cookies. */
@Injectable()
export class TokenCallers {
  constructor(
    private readonly inMemory: InMemoryCallers,
    private readonly stored: StoredCallers,
  ) {}

  /** Several tokens identify a caller only if all sessions that they name are of one user. */
  async find(
    tokens: readonly string[],
    scope: Pick<RequestScope, 'confirmedRevision'>,
  ): Promise<SignedInCaller | undefined> {
    const callers: SignedInCaller[] = [];
    for (const token of tokens) {
      const caller = (await this.inMemory.find(token, scope)) ?? (await this.stored.find(token));
      if (caller !== 'unknown') callers.push(caller);
    }
    const session = identifyingSession(callers.map((caller) => caller.session));
    return callers.find((one) => one.session === session);
  }
}
