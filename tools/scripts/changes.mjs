import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long files have to be left alone before a change counts as complete, in ms: an editor or git may write several. */
const QUIET_MS = 100;

/** Changes below folders, as the file system reports them. */
export class Changes {
  #changed = false;
  #wake = () => {};
  #watchers;

  /** @param {readonly string[]} folders */
  constructor(folders) {
    const note = () => {
      this.#changed = true;
      this.#wake();
    };
    this.#watchers = folders.map((folder) => watch(folder, { recursive: true }, note));
  }

  /** Waits for the next change. One that came while nobody waited is that. */
  async next() {
    if (!this.#changed) await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
    while (this.#changed) {
      this.#changed = false;
      await sleep(QUIET_MS);
    }
  }

  /** Ends the watch: whoever waits for a change is left waiting. */
  close() {
    for (const watcher of this.#watchers) watcher.close();
  }
}
