import bowser from 'bowser';

/** Longer user agents are not stored with a session either. */
const MAX_READ_LENGTH = 300;
/** The first product of a `User-Agent` header: name and version. */
const PRODUCT = /^([A-Za-z][\w.-]{0,39})(?:\/(\d[\w.-]{0,19}))?(?: |$)/;
/** bowser takes the names of browsers that it does not know from the header. */
const PLAIN_NAME = /^[A-Za-z][\w -]{0,39}$/;

/** A browser or program, as its `User-Agent` names it. Any client can send any name. */
export interface Device {
  /** Names of the program and of the operating system, without versions: the same after an update. */
  readonly kind: string;
  /** The same with the major version of the program, for display. */
  readonly description: string;
}

/** The device of a `User-Agent` header; undefined if there is none or it names nothing. */
export function deviceOf(userAgent: string | null | undefined): Device | undefined {
  if (!userAgent) return undefined;
  const text = userAgent.slice(0, MAX_READ_LENGTH);
  const { browser, os } = bowser.parse(text);
  const [, product, productVersion] = PRODUCT.exec(text) ?? [];
  const isKnown = PLAIN_NAME.test(browser.name ?? '');
  const name = isKnown ? browser.name : product;
  if (!name) return undefined;
  const version = /^\d+/.exec((isKnown ? browser.version : productVersion) ?? '')?.[0];
  const system = os.name && PLAIN_NAME.test(os.name) ? ` on ${os.name}` : '';
  return { kind: name + system, description: name + (version ? ` ${version}` : '') + system };
}
