import { plainHost } from './target-list';

/**
 * Ends of host names that are never public: the special-use domains of IANA, `internal` (reserved by ICANN), and those that private
 * networks use (RFC 6762, appendix G).
 */
const RESERVED = new Set([
  ...['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'home', 'intranet', 'lan', 'localdomain', 'mail', 'private'],
]);

/** Whether a host name cannot be one of the Internet: it has no dot, or a reserved end. */
export function isPrivateName(hostname: string): boolean {
  const labels = plainHost(hostname).split('.');
  return labels.length === 1 || RESERVED.has(labels.at(-1) ?? '');
}
