/** What a STAC API 1.0 answers at a path. */
export function stacAt(path: string, base: string): object {
  const link = (rel: string, to: string, more = {}) => ({
    rel,
    href: `${base}${to}`,
    type: 'application/json',
    ...more,
  });
  const item = {
    type: 'Feature',
    stac_version: '1.0.0',
    id: 'item',
    geometry: { type: 'Point', coordinates: [1, 1] },
    bbox: [1, 1, 1, 1],
    properties: { datetime: '2020-01-01T00:00:00Z' },
    collection: 'public',
    links: [],
    assets: {},
  };
  const collectionOf = (id: string) => ({
    type: 'Collection',
    stac_version: '1.0.0',
    id,
    description: id,
    license: 'proprietary',
    extent: { spatial: { bbox: [[0, 0, 3, 3]] }, temporal: { interval: [['2020-01-01T00:00:00Z', null]] } },
    links: [link('items', `/collections/${id}/items`, { type: 'application/geo+json' })],
  });
  if (path === '/')
    return {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'catalog',
      description: 'catalog',
      conformsTo: [
        'https://api.stacspec.org/v1.0.0/core',
        'https://api.stacspec.org/v1.0.0/collections',
        'https://api.stacspec.org/v1.0.0/item-search',
        'https://api.stacspec.org/v1.0.0/ogcapi-features',
        'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
      ],
      links: [
        link('self', ''),
        link('root', ''),
        link('data', '/collections'),
        link('search', '/search', { type: 'application/geo+json', method: 'GET' }),
        link('search', '/search', { type: 'application/geo+json', method: 'POST' }),
      ],
    };
  const [, id = '', isItems] = /^\/collections\/([^/]+)(\/items)?$/.exec(path) ?? [];
  if (path === '/search' || isItems !== undefined)
    return { type: 'FeatureCollection', features: [item], links: [] };
  return id === '' ? { collections: [collectionOf('public')], links: [] } : collectionOf(id);
}
