import type { Source, SourceLink } from '../source';
import { SourceFailure } from '../source-failure';
import { below } from './addresses';
import { items, member, textMember, valueOf } from './json';

/** The projects of a Project API as routes: `Projects/{id}`. Reference: service-synchronization#apis. */
export const projectApiSource: Source = {
  start: ({ url }) => [{ url: below(url, 'Projects'), format: 'json', as: 'projects', path: [] }],
  *read(document) {
    const value = valueOf(document, { en: 'a list of projects', fr: 'une liste de projets' }, Array.isArray);
    for (const project of items(value)) {
      const id = member(project, 'id');
      if (typeof id === 'string' || typeof id === 'number')
        yield { path: ['Projects', String(id)], type: 'route', title: textMember(project, 'name') };
    }
  },
  innerType: () => 'route',
};

/** Where descriptions usually are. */
const DESCRIPTIONS = ['openapi.json', 'openapi', 'json', 'swagger.json', 'api'];

/** The paths of a description in OpenAPI, up to their first parameter, as routes. Reference: service-synchronization#apis. */
export const openapiSource: Source = {
  start: ({ url }) => {
    if (/\.json$/i.test(new URL(url).pathname)) return [describedAt(url)];
    const [last = url, ...others] = DESCRIPTIONS.map((name) => below(url, name)).reverse();
    let link = describedAt(last);
    for (const address of others) link = { ...describedAt(address), otherwise: link };
    return [link];
  },
  *read(document) {
    const value = valueOf(
      document,
      { en: 'a description in OpenAPI', fr: 'une description OpenAPI' },
      (one) => typeof member(one, 'paths') === 'object',
    );
    if (textMember(value, 'openapi') === undefined && textMember(value, 'swagger') === undefined)
      throw new SourceFailure('source_unexpected', {
        en: 'The description states no version of OpenAPI.',
        fr: 'La description n’indique aucune version d’OpenAPI.',
      });
    for (const path of Object.keys((member(value, 'paths') ?? {}) as object)) {
      const segments = path.split('/').filter((segment) => segment !== '');
      const parameter = segments.findIndex((segment) => segment.includes('{'));
      const fixed = parameter < 0 ? segments : segments.slice(0, parameter);
      if (fixed.length > 0) yield { path: fixed, type: 'route' };
    }
  },
  innerType: () => 'route',
};

function describedAt(url: string): SourceLink {
  return { url, format: 'json', as: 'description', path: [] };
}
