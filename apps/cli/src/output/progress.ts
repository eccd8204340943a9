import type { Output } from './output';
import type { Progress } from './progress-bar';

const SILENT: Progress = { done: () => undefined, end: () => undefined };

export async function progressOf(output: Output, total: number, unit: string): Promise<Progress> {
  if (output.options.isQuiet || process.stderr.isTTY !== true || total < 2) return SILENT;
  const { progressBar } = await import('./progress-bar');
  return progressBar(total, unit);
}
