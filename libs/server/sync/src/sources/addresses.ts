import { SourceFailure } from '../source-failure';

/** The segments of a path, decoded; undefined if an escape cannot be decoded. */
export function segmentsOf(pathname: string): readonly string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** The segments of a URL below the path of another one; undefined if it is not below it. The origins are not compared. */
export function segmentsBelow(base: string, url: string): readonly string[] | undefined {
  const above = segmentsOf(new URL(base).pathname);
  const all = segmentsOf(new URL(url).pathname);
  if (!above || !all || all.length < above.length) return undefined;
  return above.every((segment, index) => all[index] === segment) ? all.slice(above.length) : undefined;
}

/** A URL with further segments behind its path; its query stays. */
export function below(base: string, path: string): string {
  const url = parsed(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

/** A URL with parameters in place of those of the same names, in any case. */
export function withParameters(base: string, parameters: Readonly<Record<string, string>>): string {
  const url = parsed(base);
  for (const name of [...url.searchParams.keys()])
    if (Object.hasOwn(parameters, name.toLowerCase())) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** A reference in a document as an absolute URL over http or https; undefined for any other one. */
export function resolved(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

function parsed(url: string): URL {
  if (!URL.canParse(url))
    throw new SourceFailure('source_unexpected', {
      en: 'The URL of the service is unreadable.',
      fr: 'L’URL du service est illisible.',
    });
  return new URL(url);
}
