import { randomUUID } from 'node:crypto';
import type { Due, UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { parseToken, storedToken, tokenOf } from './link-token';
import type { LinkFilter, NewLink, OneTimeLink } from './one-time-link';
import { OneTimeLinkRepository } from './one-time-link-repository';

type LinkSettings = Pick<Settings, 'publicUrl' | 'tokenExpire'>;

/**
 * Links that are valid for one use and a limited time. Their token is derived from their id under a key of `SVC_SECRET`, and
 * only its HMAC is stored: neither the database nor a queued mail holds an address that works. Reference:
 * registration-and-links#one-time-links.
 */
export class OneTimeLinks {
  private readonly rows: OneTimeLinkRepository;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly key: Buffer,
    private readonly settings: LinkSettings,
  ) {
    this.rows = new OneTimeLinkRepository(unitOfWork);
  }

  /** Creates a link, inside a unit of work. Returns its id. */
  async create(link: NewLink): Promise<string> {
    this.requireUnitOfWork();
    const id = randomUUID();
    await this.rows.insert(
      { lifetimeSeconds: this.settings.tokenExpire, ...link },
      { id, tokenHmac: storedToken(this.key, tokenOf(this.key, id)) },
    );
    return id;
  }

  /** The public address of a link, whether or not it still works: `<SVC_URL>/tmp/<token>`. */
  addressOf(id: string): string {
    return `${this.settings.publicUrl}/tmp/${tokenOf(this.key, id)}`;
  }

  /** Reads a link without using it. Throws `link_token_invalid` (422), `link_not_found` (404), `link_expired` (410). */
  async find(token: string): Promise<OneTimeLink> {
    return this.read(token, { locked: false });
  }

  /**
   * Uses a link: runs `operation` and deletes the link, both in one unit of work, while the link is locked: of concurrent
   * requests one succeeds and the others are answered with 404. When `operation` throws, nothing is changed and the link
   * remains valid. Throws what {@link find} throws.
   */
  async redeem<T>(token: string, operation: (link: OneTimeLink) => Promise<T>): Promise<T> {
    // A request with a wrong token takes no revision, and so does not wait for other writers.
    await this.find(token);
    return this.unitOfWork.run(async () => {
      const link = await this.read(token, { locked: true });
      const result = await operation(link);
      // The operation may have deleted it already, together with its user, group or registration.
      await this.rows.delete(link.id);
      return result;
    });
  }

  /** The links that match, valid ones only, newest first. */
  validLinks(filter: LinkFilter): Promise<OneTimeLink[]> {
    return this.rows.findValid(filter);
  }

  /** Deletes the links that match, inside a unit of work. */
  async remove(filter: LinkFilter): Promise<void> {
    this.requireUnitOfWork();
    await this.rows.deleteMatching(filter);
  }

  /** Deletes links that expired 30 days ago; until then they are answered with 410. */
  removeExpired(): Promise<void> {
    // No revision: links are not recorded, and none that could be used is deleted.
    return this.rows.deleteDue();
  }

  /** What {@link removeExpired} removes. */
  get due(): Due {
    return this.rows.due;
  }

  private async read(token: string, { locked }: { readonly locked: boolean }): Promise<OneTimeLink> {
    const parsed = parseToken(token);
    if (parsed === undefined) throw problem('link_token_invalid');
    const found = await this.rows.findByToken(storedToken(this.key, parsed), { locked });
    if (!found) throw problem('link_not_found');
    if (found.isExpired) throw problem('link_expired');
    return found.link;
  }

  /** Otherwise a link could exist without the change that it belongs to. */
  private requireUnitOfWork(): void {
    if (this.unitOfWork.revision === undefined) throw new Error('one-time links change in a unit of work');
  }
}
