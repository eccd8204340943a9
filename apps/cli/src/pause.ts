/** Waits; rejects with the reason of the interruption. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const interrupt = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', interrupt);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', interrupt, { once: true });
  });
}
