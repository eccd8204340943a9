import fc from 'fast-check';
import { type Needs, UNREGISTERED } from '../reference';
import type { ScenarioService } from '../scenario';
import { type Orderly, isRegistered } from './orderly';

const DIRECTORIES = ['open', 'open', 'closed', 'public', 'open/closed', 'x', ''];
const FILES = ['data.nc', 'closed.dat', 'closed.dat', 'other.nc'];
const DATA = ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'];
const METADATA = ['catalog', 'ncml', 'uddc', 'iso'];
/** Removed after `dodsC` and `dap4` according to docs/proxy.md. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  dodsC: ['dds', 'das', 'dods', 'ascii', 'html', 'info'],
  dap4: ['dmr', 'dap', 'dmr.xml', 'dsr.html'],
};

const pathOf = (text: string) => text.split('/').filter((name) => name !== '');
const under = (context: string, ...names: readonly string[]) =>
  [...pathOf(context), ...names.flatMap(pathOf)].map((name) => `/${name}`).join('');

/** The file, or its directory where it is not registered. */
function fileAt(service: ScenarioService, permission: string, path: readonly string[]): Needs {
  return [{ permission, on: isRegistered(service, path) ? path : [...path.slice(0, -1), ...UNREGISTERED] }];
}

const context = fc.constantFrom('', '', 'thredds');
const location = fc.record({
  context,
  directory: fc.constantFrom(...DIRECTORIES),
  file: fc.constantFrom(...FILES),
});

const files: fc.Arbitrary<Orderly> = fc
  .tuple(location, fc.constantFrom(...DATA, ...Object.keys(SUFFIXES), 'ncml', 'iso'), fc.nat())
  .map(([{ context: before, directory, file }, prefix, dice]) => {
    const suffixes = SUFFIXES[prefix] ?? [];
    const suffix = suffixes.length > 0 && dice % 3 > 0 ? `.${suffixes[dice % suffixes.length]}` : '';
    return {
      method: 'GET',
      path: under(before, prefix, directory, file + suffix),
      needs: (service) =>
        fileAt(service, DATA.includes(prefix) ? 'read' : 'browse', [...pathOf(directory), file]),
    };
  });

/** The page of a catalogue is its directory; below a file there is none. */
const catalogues: fc.Arbitrary<Orderly> = fc
  .tuple(location, fc.constantFrom('catalog.html', 'catalog.xml'), fc.boolean())
  .map(([{ context: before, directory, file }, page, isBelowFile]) => {
    const path = isBelowFile ? [...pathOf(directory), file] : pathOf(directory);
    return {
      method: 'GET',
      path: under(before, 'catalog', path.join('/'), page),
      needs: (service) => [
        {
          permission: 'browse',
          on: isBelowFile || !isRegistered(service, path) ? [...path, ...UNREGISTERED] : path,
        },
      ],
    };
  });

const whole: fc.Arbitrary<Orderly> = fc
  .tuple(context, fc.constantFrom('', 'catalog.html', 'threddsIcon.gif', ...METADATA, ...DATA))
  .map(([before, page]) => ({
    method: 'GET',
    path: under(before, page),
    needs: () => [{ permission: DATA.includes(page) ? 'read' : 'browse', on: [] }],
  }));

const others: fc.Arbitrary<Orderly> = fc
  .record({
    at: location,
    prefix: fc.constantFrom('admin', 'ncss/grid', 'remoteCatalogService', 'open', 'Catalog'),
    query: fc.constantFrom('', '?dataset=closed', '?sld=http://x/', '?a[0:1]&url=http://x/'),
  })
  .map(({ at: { context: before, directory, file }, prefix, query }) => ({
    method: 'GET',
    path: under(before, query === '' ? prefix : 'fileServer', directory, file),
    query,
    needs: () => 'outside',
  }));

/** Requests to THREDDS. */
export const catalogueRequests: fc.Arbitrary<Orderly> = fc.oneof(
  { weight: 5, arbitrary: files },
  { weight: 3, arbitrary: catalogues },
  { weight: 1, arbitrary: whole },
  { weight: 1, arbitrary: others },
);
