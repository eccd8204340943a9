import { OtherIssuer, ProviderUnavailable } from '../identity-provider';
import { ProviderHttp, type Sender } from '../provider-http';
import { Discovery } from './discovery';

/** What discovery at an issuer has found. */
export interface IssuerCheck {
  /** `unusable`: nothing answers there, the address is not allowed, or the metadata cannot be used. */
  readonly state: 'usable' | 'other_issuer' | 'unusable';
  /** Why it is unusable, in a short text without secrets. */
  readonly reason?: string;
  /** The issuer that the metadata states. */
  readonly stated?: string | undefined;
}

/** In UTF-16 code units. */
const MAX_STATED_LENGTH = 200;

/** Whether users could sign in with an issuer now. It is requested each time. Reference: identity-providers#discovery. */
export class IssuerChecks {
  private readonly http: ProviderHttp;

  constructor(sender: Sender) {
    this.http = new ProviderHttp(sender);
  }

  async check(issuer: string): Promise<IssuerCheck> {
    if (!/^https?:/i.test(issuer) || !URL.canParse(issuer))
      return { state: 'unusable', reason: 'it is not a URL' };
    try {
      await new Discovery(issuer, this.http).metadata();
      return { state: 'usable' };
    } catch (error) {
      if (error instanceof OtherIssuer)
        return {
          state: 'other_issuer',
          reason: error.message,
          stated: error.stated?.slice(0, MAX_STATED_LENGTH),
        };
      if (error instanceof ProviderUnavailable) return { state: 'unusable', reason: error.message };
      throw error;
    }
  }
}
