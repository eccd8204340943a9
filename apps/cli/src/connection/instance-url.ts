import { UsageError } from '../failures';

/** Hosts of this machine, to which nothing is sent over a network. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The base URL of an instance, without a slash at its end. `http` is refused unless it is allowed, or the host is this machine:
 * passwords and tokens would be sent in clear text. Throws {@link UsageError}.
 */
export function instanceUrl(text: string, { allowHttp = false } = {}): string {
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  } catch {
    throw new UsageError(`'${text}' is not a URL.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`'${text}' is not an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('A URL with a user name or password is not accepted: other programs can read it.');
  if (url.search !== '' || url.hash !== '') throw new UsageError(`'${text}' has a query or a fragment.`);
  if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname))
    throw new UsageError(
      `${url.origin} would receive the token in clear text.`,
      undefined,
      'Use https, or add --allow-http where the network is trusted.',
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
