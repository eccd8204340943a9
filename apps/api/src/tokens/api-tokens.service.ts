import { Inject, Injectable } from '@nestjs/common';
import { type StoredRestrictionEntry, UnitOfWork } from '@gatehouse/database';
import type { CreateApiTokenDto, UpdateApiTokenDto } from '@gatehouse/dto';
import { SETTINGS, type SignedInCaller } from '@gatehouse/http';
import {
  type ApiTokenFields,
  ApiTokenStore,
  type ListedApiToken,
  MAX_TOKENS_OF_USER,
  SessionStore,
} from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { OwnerConfirmation } from '@gatehouse/sign-in';
import { tokenNotFound } from '../sessions/api-token-rules';
import type { TokenAuthor, TokenOwner } from './token-author';
import { TokenNotices } from './token-notices';
import { TokenRules } from './token-rules';

/** SQLSTATE of a unique index. */
const UNIQUE_VIOLATION = '23505';

/** API tokens of users: persons create and change theirs, administrators those of service accounts. Reference: sessions#api-tokens. */
@Injectable()
export class ApiTokensService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'tokenMaxAge' | 'tokenDefaultAge'>,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    @Inject(ApiTokenStore) private readonly store: ApiTokenStore,
    @Inject(OwnerConfirmation) private readonly confirmation: OwnerConfirmation,
    @Inject(SessionStore) private readonly sessions: Pick<SessionStore, 'exists'>,
    private readonly rules: TokenRules,
    private readonly notices: TokenNotices,
  ) {}

  of(userId: number): Promise<ListedApiToken[]> {
    return this.store.of(userId);
  }

  /** Throws `recent_sign_in_required` and its like, `token_restriction_invalid`, `token_expiry_invalid`, `token_name_taken`. */
  async create(by: TokenAuthor, body: CreateApiTokenDto): Promise<{ value: string; token: ListedApiToken }> {
    const { owner, author } = by;
    const now = new Date();
    const fields: ApiTokenFields = {
      name: body.token_name,
      expiresAt: this.expiryOf(body.expires, now),
      isAdministrator: body.administrator ?? false,
      restriction: await this.rules.restrictionOf(body.restriction, by),
    };
    await this.rules.rejectContradiction(fields, owner);
    await this.confirmation.require(author, body.current_password);
    return this.unitOfWork.run(async () => {
      await this.requireSession(author);
      if ((await this.store.count(owner.id)) >= MAX_TOKENS_OF_USER)
        throw problem('too_many_tokens', { maximum: MAX_TOKENS_OF_USER });
      const { token: value, id } = await named(body.token_name, () => this.store.create(owner.id, fields));
      const token = await this.store.one(owner.id, id);
      if (!token) throw new Error('a token that was created is not there');
      await this.notices.created(by, token);
      return { value, token };
    });
  }

  /** What lets the token do more, or for longer, is a sensitive change. */
  async update(by: TokenAuthor, token: ListedApiToken, body: UpdateApiTokenDto): Promise<ListedApiToken> {
    const { owner, author } = by;
    const expiresAt = body.expires === undefined ? undefined : this.expiryOf(body.expires, new Date());
    const restriction =
      body.restriction === undefined ? undefined : await this.rules.restrictionOf(body.restriction, by);
    const changed = (before: ListedApiToken): ApiTokenFields => ({
      name: body.token_name ?? before.name,
      expiresAt: expiresAt ?? before.expiresAt,
      isAdministrator: body.administrator ?? before.isAdministrator,
      restriction: restriction === undefined ? before.restriction : restriction,
    });
    await this.rules.rejectContradiction(changed(token), owner);
    const isConfirmed = isMore(changed(token), token);
    if (isConfirmed) await this.confirmation.require(author, body.current_password);
    return this.unitOfWork.run(async () => {
      await this.requireSession(author);
      // Another session may have taken something from the token since it was read: that is not given back unasked.
      const current = await this.store.one(owner.id, token.id);
      if (!current) throw tokenNotFound(token.id);
      const fields = changed(current);
      await this.rules.rejectContradiction(fields, owner);
      if (!isConfirmed && isMore(fields, current)) await this.confirmation.require(author, undefined);
      await named(fields.name, () => this.store.update(token.id, fields));
      if (fields.expiresAt.getTime() !== current.expiresAt.getTime())
        await this.notices.expiryChanged(token.id, fields.expiresAt);
      return { ...current, ...fields };
    });
  }

  async revoke(owner: TokenOwner, token: ListedApiToken): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.store.delete(token.id))) throw tokenNotFound(token.id);
      await this.notices.revoked(owner, token);
    });
  }

  /**
   * Inside the unit of work: a new password that was set meanwhile has ended the session, and with it what was confirmed. The token
   * must not outlive it.
   */
  private async requireSession({ session }: SignedInCaller): Promise<void> {
    if (!(await this.sessions.exists(session.sessionId))) throw problem('authentication_required');
  }

  private expiryOf(value: string | undefined, now: Date): Date {
    const { tokenMaxAge, tokenDefaultAge } = this.settings;
    const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
    if (value === undefined) return at(Math.min(tokenDefaultAge, tokenMaxAge));
    const time = INSTANT.test(value) ? new Date(value) : undefined;
    const latest = at(tokenMaxAge);
    if (!time || !(time > now) || time > latest)
      throw problem(
        'token_expiry_invalid',
        { seconds: tokenMaxAge },
        {
          param: {
            name: 'expires',
            value,
            compare: `until ${latest.toISOString()}`,
            conditions: { is_in: false },
          },
        },
      );
    return time;
  }
}

/** A time with its offset from UTC. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw problem(
      'token_name_taken',
      {},
      { param: { name: 'token_name', value: name, conditions: { is_in: true } } },
    );
  }
}

/** Whether a token may do more than before, or for longer. */
function isMore(fields: ApiTokenFields, before: ListedApiToken): boolean {
  return (
    fields.expiresAt > before.expiresAt ||
    (fields.isAdministrator && !before.isAdministrator) ||
    !isWithin(fields.restriction, before.restriction)
  );
}

/** Whether each entry is part of one that was there. */
function isWithin(
  restriction: readonly StoredRestrictionEntry[] | null,
  before: readonly StoredRestrictionEntry[] | null,
): boolean {
  if (before === null) return true;
  if (restriction === null) return false;
  return restriction.every((entry) =>
    before.some(
      (old) =>
        old.resource_id === entry.resource_id &&
        (old.scope === 'recursive' || entry.scope === 'match') &&
        entry.names.every((name) => old.names.includes(name)),
    ),
  );
}
