import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** What a program loads before its first line runs: its imports and theirs, apart from those at run time. */
function loadedBy(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^'"]*?from '([^']+)'|^import '([^']+)'/gm),
  ];
  return imports
    .map(([, named, bare]) => named ?? bare ?? '')
    .flatMap((target) =>
      target.startsWith('.')
        ? loadedBy(join(dirname(file), target), seen)
        : isBuiltin(target)
          ? []
          : [`${relative(__dirname, file)}: ${target}`],
    );
}

it.each(['test.mjs', 'start.mjs', 'install.mjs', 'gatehouse.mjs'])(
  '%s, which installs the packages, needs none of them to begin',
  (program) => {
    expect(loadedBy(join(__dirname, program))).toEqual([]);
  },
);

it('a package that a program needs to begin is found', () => {
  expect(loadedBy(join(__dirname, 'images.mjs'))).toEqual(['images/compose.mjs: yaml']);
});
