import { PassThrough } from 'node:stream';
import { UsageError } from './failures';
import { standardInput } from './standard-input';

describe('standard input', () => {
  const real = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  let input: PassThrough;

  beforeEach(() => {
    input = new PassThrough();
    Object.defineProperty(process, 'stdin', { ...real, get: () => input });
  });
  afterEach(() => {
    Object.defineProperty(process, 'stdin', real);
  });

  const read = () => standardInput(10, () => new UsageError('too long'));

  it('is read to its end', async () => {
    const content = read();
    input.write('one\n');
    input.end('two\n');
    expect((await content).toString()).toBe('one\ntwo\n');
  });

  it('is refused if it is too long', async () => {
    const content = read();
    input.write('12345678901');
    await expect(content).rejects.toThrow('too long');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is not waited for after %s', async (signal) => {
    const before = process.listeners(signal);
    const content = read();
    input.write('one\n');
    const added = process.listeners(signal).filter((listener) => !before.includes(listener));
    expect(added).toHaveLength(1);
    for (const listener of added) listener(signal);
    await expect(content).rejects.toMatchObject({ message: 'Interrupted.', exitCode: 130 });
    expect(process.listeners(signal)).toEqual(before);
  });
});
