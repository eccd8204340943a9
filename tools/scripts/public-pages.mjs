// The pages of the console that need no session: the file that the API serves for each, and the
// source that its script begins with.
import { readFile } from 'node:fs/promises';

export const PUBLIC_PAGES = {
  'login.html': 'apps/ui/src/app/sign-in/sign-in.entry.ts',
  'register.html': 'apps/ui/src/app/registration/register.entry.ts',
  'registration.html': 'apps/ui/src/app/registration/pending.entry.ts',
  'link.html': 'apps/ui/src/app/links/link.entry.ts',
  'network-authorize.html': 'apps/ui/src/app/network/authorize.entry.ts',
  'password-reset.html': 'apps/ui/src/app/password/reset.entry.ts',
};

/** The JavaScript of a build, by its statistics (`stats.json`). */
export class Modules {
  #outputs;

  constructor(outputs) {
    this.#outputs = outputs;
  }

  static async read(stats) {
    return new Modules(JSON.parse(await readFile(stats, 'utf8')).outputs);
  }

  /** The file that begins with a source. */
  beginningWith(source) {
    const file = Object.keys(this.#outputs).find((name) => this.#outputs[name].entryPoint === source);
    if (!file) throw new Error(`The build has no file that begins with ${source}.`);
    return file;
  }

  /** These files, and those that they import before they run. */
  withImports(files) {
    const found = new Set();
    const add = (file) => {
      if (found.has(file)) return;
      found.add(file);
      for (const { path, kind } of this.#outputs[file]?.imports ?? [])
        if (kind === 'import-statement') add(path);
    };
    files.forEach(add);
    return [...found];
  }
}
