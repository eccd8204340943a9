import { allowedBelow, likelyTypes, readPaths } from './pasted-paths';

const structure = { service: ['directory', 'file'], directory: ['directory', 'file'], file: [] };
const allowed = (type: string) => allowedBelow(structure, ['directory', 'file'], type);
const types = { parent: 'service', inner: 'directory', leaf: 'file' };
const read = (text: string) => readPaths(text, types, allowed);

describe('a list of paths', () => {
  it('contains each resource once, parents before children', () => {
    const { nodes, faults } = read('ocean/2024/sst.nc\nocean/2024/chl.nc\r\n\n /land/ ');
    expect(nodes.map(({ path, type }) => `${path.join('/')} ${type}`)).toEqual([
      'ocean directory',
      'land file',
      'ocean/2024 directory',
      'ocean/2024/sst.nc file',
      'ocean/2024/chl.nc file',
    ]);
    expect(faults).toEqual([]);
  });

  it('assigns the type of inner names to each name with others below it, regardless of their order', () => {
    const { nodes } = read('ocean\nOcean/2024');
    expect(nodes.map(({ path, type }) => `${path.join('/')} ${type}`)).toEqual([
      'Ocean directory',
      'Ocean/2024 file',
    ]);
  });

  it('reports invalid lines', () => {
    expect(read('a/../b\nok').faults).toEqual([{ line: 'a/../b', reason: 'name', type: '', parentType: '' }]);
    const files = readPaths('a/b', { parent: 'file', inner: 'directory', leaf: 'file' }, allowed);
    expect(files.faults).toEqual([{ line: 'a/b', reason: 'type', type: 'directory', parentType: 'file' }]);
    expect(files.nodes).toEqual([]);
  });

  it.each([
    [structure, ['directory', 'file'], { inner: 'directory', leaf: 'file' }],
    [{ service: ['route'], route: ['route'] }, ['route'], { inner: 'route', leaf: 'route' }],
    [{ service: ['layer'], layer: [] }, ['layer'], { inner: 'layer', leaf: 'layer' }],
    [
      { service: ['workspace'], workspace: ['layer', 'process'], layer: [], process: [] },
      ['layer', 'process', 'workspace'],
      { inner: 'workspace', leaf: 'layer' },
    ],
    [{ service: [] }, [], { inner: '', leaf: '' }],
  ])('begins with the likely types of %j', (of, all, expected) => {
    expect(likelyTypes('service', (type) => allowedBelow(of, all, type))).toEqual(expected);
  });
});
