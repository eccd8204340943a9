import { inject, Injectable } from '@angular/core';
import type { ApiToken, RestrictionEntry } from '@gatehouse/ui-data';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { timeLeft } from './token-expiry';
import { tokensTexts } from './tokens.texts';

/** Tokens with fewer days left are marked. */
const SOON_DAYS = 7;

/** Says what a token is, in the language of the reader. */
@Injectable({ providedIn: 'root' })
export class TokenWords {
  private readonly formats = inject(ReaderFormats);
  private readonly t = translations(tokensTexts);

  expiry({ expires, expired }: ApiToken, now = new Date()): string {
    const date = this.formats.dateTime(expires);
    if (expired) return this.t('ends.over', { date });
    const left = timeLeft(new Date(expires), now);
    return left ? this.t(`ends.${left.unit}`, { count: left.count, date }) : this.t('ends.soon', { date });
  }

  /** Whether it expires soon, or has expired. */
  tone({ expires, expired }: ApiToken, now = new Date()): 'danger' | 'warning' | undefined {
    if (expired) return 'danger';
    const left = timeLeft(new Date(expires), now);
    return left?.unit === 'days' && left.count >= SOON_DAYS ? undefined : 'warning';
  }

  use({ last_used: use }: ApiToken): string {
    if (!use) return this.t('use.never');
    const [ago, network] = [this.formats.ago(use.time), use.network || '–'];
    return use.client === null
      ? this.t('use.last', { ago, network })
      : this.t('use.lastWith', { ago, network, client: use.client });
  }

  /** What a token without entries may do. */
  reach({ administrator, restriction }: ApiToken, own: boolean): string {
    if (administrator) return this.t('may.administrator');
    if (restriction) return this.t('may.public');
    return own ? this.t('may.own') : this.t('may.all');
  }

  permissions({ permission_names }: RestrictionEntry): string {
    return this.formats.list(permission_names);
  }

  extent({ scope }: RestrictionEntry): string {
    return this.t(scope === 'match' ? 'may.only' : 'may.below');
  }
}
