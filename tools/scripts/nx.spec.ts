import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** Targets of the dependencies of a project. */
type Graph = Record<string, { target: string }[]>;

function graph(): Graph {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'));
  try {
    const file = join(folder, 'graph.json');
    execFileSync(process.execPath, ['node_modules/.bin/nx', 'graph', '--file', file], {
      cwd: ROOT,
      stdio: 'ignore',
      env: {
        ...process.env,
        NX_DAEMON: 'false',
        NX_ISOLATE_PLUGINS: 'false',
        NX_SKIP_NATIVE_FILE_CACHE: 'true',
      },
    });
    return (JSON.parse(readFileSync(file, 'utf8')) as { graph: { dependencies: Graph } }).graph.dependencies;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('Nx', () => {
  it('finds the dependencies of projects in their sources, so that it builds them first', () => {
    const { api = [], proxy = [], ui = [] } = graph();
    const targets = (of: { target: string }[]): string[] => of.map(({ target }) => target);
    expect(targets(api)).toEqual(expect.arrayContaining(['directory', 'dto', 'settings']));
    expect(targets(proxy)).toEqual(expect.arrayContaining(['enforcement', 'settings']));
    expect(targets(ui)).toEqual(expect.arrayContaining(['ui-data', 'ui-kit']));
  });
});
