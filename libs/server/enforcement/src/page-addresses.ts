import { NetworkTokenParameter } from './network-token-parameter';

/** Rounds in which an address is decoded; one that is encoded more often is unreadable. */
const MAX_ROUNDS = 5;
const ESCAPE = /%([0-9a-f]{2})/gi;
const MALFORMED = /%(?![0-9a-f]{2})/i;

/**
 * Addresses of pages in headers (`Referer`) on their way to a service, without the parameter of network tokens: a page that was
 * opened with one names it in each of its requests. Reference: enforcement#identification.
 */
export class PageAddresses {
  private readonly parameter: NetworkTokenParameter;
  private readonly lowerCaseName: string;
  /** The last address with escapes: the requests of a page repeat it. */
  private last: { readonly address: string; readonly result: string | undefined } | undefined;

  constructor(private readonly name: string) {
    this.parameter = new NetworkTokenParameter(name);
    this.lowerCaseName = name.toLowerCase();
  }

  /**
   * The address without the parameter, and otherwise unchanged. Undefined if the address is unreadable, or mentions the
   * parameter elsewhere, such as in the address of another page.
   */
  readonly withoutToken = (address: string): string | undefined => {
    // The other letters of a name can only be written as escapes.
    if (!address.includes('%') && !address.includes(this.name)) return address;
    if (this.last?.address !== address) this.last = { address, result: this.read(address) };
    return this.last.result;
  };

  private read(address: string): string | undefined {
    const start = address.indexOf('?');
    const { query } = this.parameter.split(start < 0 ? '' : address.slice(start));
    const kept = start < 0 ? address : address.slice(0, start) + query;
    return this.mayMention(kept) ? undefined : kept;
  }

  /** Bytes are not decoded to characters: the name has none that need it, and older pages use other encodings than UTF-8. */
  private mayMention(address: string): boolean {
    let text = address;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (text.toLowerCase().includes(this.lowerCaseName)) return true;
      if (!text.includes('%')) return false;
      // An escape that was escaped may be a percent sign of the page; at the outside it is malformed.
      if (round === 0 && MALFORMED.test(text)) return true;
      const decoded = text.replace(ESCAPE, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
      if (decoded === text) return false;
      text = decoded;
    }
    return true;
  }
}
