import { SingleBar } from 'cli-progress';

/** How far a long command is: a bar on standard error, on terminals only. */
export interface Progress {
  done(count: number): void;
  end(): void;
}

/** A bar on standard error that disappears at its end. */
export function progressBar(total: number, unit: string): Progress {
  const bar = new SingleBar({
    stream: process.stderr,
    format: `{bar} {value}/{total} ${unit}, {eta_formatted} left`,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false,
  });
  bar.start(total, 0);
  return { done: (count) => bar.update(count), end: () => bar.stop() };
}
