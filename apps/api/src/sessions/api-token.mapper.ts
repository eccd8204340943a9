import { Injectable } from '@nestjs/common';
import type { StoredRestrictionEntry } from '@gatehouse/database';
import type { ApiTokenDto, SessionTokenDto, ShownRestrictionEntryDto } from '@gatehouse/dto';
import type { RequestScope } from '@gatehouse/http';
import type { ListedApiToken, LiveSession } from '@gatehouse/identity';
import { InMemoryState } from '../snapshot/in-memory-state';
import { VisibleResources } from '../snapshot/visible-resources';

/**
 * API tokens in replies. Entries of resources that were deleted are left out: they allow nothing. Where a resource is not visible to
 * the owner, and the caller is no administrator, its identifier stands for its path. Reference: permission-rules#visibility.
 */
@Injectable()
export class ApiTokenMapper {
  constructor(
    private readonly state: InMemoryState,
    private readonly visible: VisibleResources,
  ) {}

  async toDtos(tokens: readonly ListedApiToken[], scope: RequestScope): Promise<ApiTokenDto[]> {
    const placeOf = await this.places(tokens, scope);
    return tokens.map((token) => toDto(token, placeOf));
  }

  async toDto(token: ListedApiToken, scope: RequestScope): Promise<ApiTokenDto> {
    return toDto(token, await this.places([token], scope));
  }

  /** The token that stands for a session, without a look-up in the database; undefined for a session of a cookie. */
  async ofSession(session: LiveSession, scope: RequestScope): Promise<SessionTokenDto | undefined> {
    const { apiToken, userId, issuedAt, expiresAt } = session;
    if (!apiToken) return undefined;
    const restriction = apiToken.restriction?.map(({ resourceId, ...entry }) => ({
      resource_id: resourceId,
      ...entry,
    }));
    const token = { userId, restriction: restriction ?? null };
    return {
      token_id: apiToken.id,
      token_name: apiToken.name,
      created: issuedAt.toISOString(),
      expires: expiresAt.toISOString(),
      administrator: apiToken.isAdministrator,
      restriction: shownRestriction(token, await this.places([token], scope)),
    };
  }

  /** How the resources of tokens of one user are shown; undefined for one that does not exist. */
  private async places(
    tokens: readonly RestrictedToken[],
    scope: RequestScope,
  ): Promise<(id: number) => string | undefined> {
    const { snapshot } = (await this.state.at(scope)) ?? this.state.records();
    const places = new Map<number, string>();
    for (const { userId, restriction } of tokens) {
      for (const { resource_id: id } of restriction ?? []) {
        const names = places.has(id) ? [] : snapshot.pathOf(id).map(({ name }) => name);
        if (names.length === 0) continue;
        const isShown = seesAll(scope) || (await this.visible.isVisible(userId, id, scope));
        places.set(id, isShown ? names.reverse().join('/') : String(id));
      }
    }
    return (id) => places.get(id);
  }
}

type RestrictedToken = Pick<ListedApiToken, 'userId' | 'restriction'>;

function seesAll({ caller }: RequestScope): boolean {
  return caller?.kind === 'user' && caller.isAdministrator;
}

function toDto(token: ListedApiToken, placeOf: (id: number) => string | undefined): ApiTokenDto {
  const { lastUsedAt, lastNetwork, lastClient, expiresAt } = token;
  return {
    token_id: token.id,
    token_name: token.name,
    created: token.createdAt.toISOString(),
    expires: expiresAt.toISOString(),
    expired: expiresAt <= new Date(),
    administrator: token.isAdministrator,
    restriction: shownRestriction(token, placeOf),
    last_used: lastUsedAt && {
      time: lastUsedAt.toISOString(),
      network: lastNetwork ?? '',
      client: lastClient,
    },
  };
}

function shownRestriction(
  { restriction }: RestrictedToken,
  placeOf: (id: number) => string | undefined,
): ShownRestrictionEntryDto[] | null {
  return restriction?.flatMap((entry) => toEntry(entry, placeOf(entry.resource_id))) ?? null;
}

function toEntry(
  { resource_id, scope, names }: StoredRestrictionEntry,
  path: string | undefined,
): ShownRestrictionEntryDto[] {
  return path === undefined ? [] : [{ resource_id, path, scope, permission_names: names }];
}
