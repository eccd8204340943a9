import { isIP } from 'node:net';
import { Malformed, type Options, type Present, type Setting, list, setting } from './kinds';

/** Networks (`10.0.0.0/8`) and addresses. */
export function networks(
  name: string,
  options: Options & { readonly fallback: string },
): Setting<readonly string[]> {
  const { read, ...rest } = list(name, options);
  return {
    ...rest,
    read: (value) => {
      const all = read(value);
      if (!all.every(isNetwork)) throw new Malformed('must be networks such as 10.0.0.0/8, or addresses');
      return all;
    },
  };
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

const MAX_HOST_LENGTH = 253;
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

function isHost(item: string): boolean {
  // What ends in a number is an address, and this one is not spelled as such.
  return item.length <= MAX_HOST_LENGTH && HOST.test(item) && !/(?:^|\.)\d+\.?$/.test(item);
}

/** The address of a network interface, or a host name of this machine. */
export function listener(name: string, options: Options & Present): Setting<string> {
  return setting(name, options, (value) => {
    if (isIP(value) === 0 && !(isHost(value) && !value.includes('*'))) {
      throw new Malformed(
        'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or its host name',
      );
    }
    return value;
  });
}

/** A domain of cookies. */
export function optionalDomain(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, (value) => {
    const domain = value.replace(/^\./, '');
    if (!isHost(domain) || domain.includes('*')) throw new Malformed('must be a domain such as example.org');
    return value;
  });
}

/** Networks, addresses, host names, and domains with all their hosts (`*.example.org`). */
export function targets(
  name: string,
  options: Options & { readonly fallback: string },
): Setting<readonly string[]> {
  const { read, ...rest } = list(name, options);
  return {
    ...rest,
    read: (value) => {
      const all = read(value);
      if (!all.every((item) => isNetwork(item) || isHost(item))) {
        throw new Malformed(
          'must be networks such as 10.0.0.0/8, addresses, host names, or domains such as *.example.org',
        );
      }
      return all;
    },
  };
}

const ORIGIN = /^https?:\/\/[^/?#@\s]+$/;

/** Origins of web pages as browsers write them, or `*` for all where that is allowed. */
export function origins(
  name: string,
  { allowsAny = true, ...options }: Options & { readonly fallback: string; readonly allowsAny?: boolean },
): Setting<readonly string[]> {
  const { read, ...rest } = list(name, options);
  return {
    ...rest,
    read: (value) => {
      const all = read(value);
      const isOrigin = (text: string) =>
        (allowsAny && text === '*') ||
        (ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text);
      if (!all.every(isOrigin)) {
        throw new Malformed(`must be origins such as https://data.example.org${allowsAny ? ', or *' : ''}`);
      }
      return all;
    },
  };
}

/** An absolute http(s) URL without query or trailing slash; `http://` is added where no scheme is given. */
export function baseUrl(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, (value) => {
    const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
    // The syntax of URLs skips line breaks, and allows characters in hosts that no name has.
    const url = /[\s\p{Cc}]/u.test(full) ? undefined : parsed(full);
    if (url === undefined) throw new Malformed('must be a URL');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 && (!isHost(host) || host.includes('*')))
      throw new Malformed('must be a URL with a host name');
    if (!['http:', 'https:'].includes(url.protocol)) throw new Malformed('must be an http or https URL');
    if (url.search || url.hash || url.username || url.password) {
      throw new Malformed('must be a URL without query, fragment or credentials');
    }
    return (url.origin + url.pathname).replace(/\/+$/, '');
  });
}

/** Not with `URL.canParse`, which Node 20 answers wrongly for letters such as ü once it is optimized. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The URL of a proxy for outgoing requests, with credentials where it needs them. */
export function proxyUrl(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, (value) => {
    const url = /[\s\p{Cc}]/u.test(value) ? undefined : parsed(value);
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    const isProxy =
      url !== undefined &&
      ['http:', 'https:'].includes(url.protocol) &&
      (isIP(host) !== 0 || (isHost(host) && !host.includes('*'))) &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash &&
      isDecodable(url.username) &&
      isDecodable(url.password);
    if (!isProxy) {
      throw new Malformed(
        'must be a URL such as http://proxy.example.org:3128, or http://user:password@proxy.example.org:3128 with characters of the password escaped',
      );
    }
    return value;
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
