import type { UserRow } from '@gatehouse/directory';
import type { RequestScope, SignedInCaller } from '@gatehouse/http';

/** A user whose tokens are created and changed. */
export type TokenOwner = Pick<UserRow, 'id' | 'name' | 'kind'>;

/** Who creates or changes a token of a user, by which request. */
export interface TokenAuthor {
  readonly owner: TokenOwner;
  readonly author: SignedInCaller;
  readonly scope: RequestScope;
}
