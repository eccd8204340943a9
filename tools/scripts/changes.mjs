import { watch } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long files must remain unchanged before a change counts as complete, in ms: an editor or git may write several. */
const QUIET_MS = 100;

/** Changes below folders, as the file system reports them, except what a build writes there: the contents of `generated`. */
export class Changes {
  #changed = false;
  #wake = () => {};
  #watchers;

  /** @param {readonly string[]} folders */
  constructor(folders) {
    const note = (/** @type {string} */ _event, /** @type {string | null} */ file) => {
      if (file?.split(sep).includes('generated')) return;
      this.#changed = true;
      this.#wake();
    };
    this.#watchers = folders.map((folder) => watch(folder, { recursive: true }, note));
  }

  /** Waits for the next change; resolves immediately if one occurred while no caller waited. */
  async next() {
    if (!this.#changed) await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    while (this.#changed) {
      this.#changed = false;
      await sleep(QUIET_MS);
    }
  }

  /** Stops watching: pending waits never resolve. */
  close() {
    for (const watcher of this.#watchers) watcher.close();
  }
}
