/** The parts of a request line, as they were received. */
export interface ReceivedTarget {
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
  readonly query: string;
}

export function targetOfLine(line: string): ReceivedTarget {
  const [method = '', target = ''] = line.split(' ');
  const mark = target.indexOf('?');
  return mark < 0
    ? { method, path: target, query: '' }
    : { method, path: target.slice(0, mark), query: target.slice(mark) };
}

/** The decoded names of a path, without parameters and without the empty ones at its end. */
export function pathSegments(path: string): readonly string[] {
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => percentDecoded(segment.split(';', 1)[0] ?? ''));
  while (segments.at(-1) === '') segments.pop();
  return segments;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Of one segment; fails on what is not UTF-8. */
function percentDecoded(text: string): string {
  return utf8.decode(bytesDecoded(text, false));
}

/** An independent implementation of application/x-www-form-urlencoded of the URL standard; one character per byte. */
export function formDecoded(text: string): (readonly [name: string, value: string])[] {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [lenient.decode(bytesDecoded(name, true)), lenient.decode(bytesDecoded(value, true))] as const;
    });
}

function bytesDecoded(text: string, plusIsBlank: boolean): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = /^%[0-9a-fA-F]{2}/.exec(text.slice(at, at + 3))?.[0];
    if (hex !== undefined) {
      bytes.push(Number.parseInt(hex.slice(1), 16));
      at += 2;
    } else {
      const code = text.charCodeAt(at);
      bytes.push(plusIsBlank && code === 0x2b ? 0x20 : code);
    }
  }
  return Buffer.from(bytes);
}

/** Every text that repeated decoding of a path can yield. */
function readingsOfPath(path: string): string[] {
  const readings = [path];
  for (let round = 0; round < 3; round++)
    readings.push(
      (readings.at(-1) ?? '').replace(
        /%u00([0-9a-f]{2})|%([0-9a-f]{2})/gi,
        (_, wide?: string, plain?: string) => String.fromCharCode(Number.parseInt(wide ?? plain ?? '', 16)),
      ),
    );
  return readings;
}

/** What other readers could interpret differently in a received path; `isStrict`: for a service without options for paths. */
export function dangersOf(path: string, isStrict: boolean): string[] {
  const dangers: string[] = [];
  const count = (text: string) => text.split('/').length;
  for (const reading of readingsOfPath(path)) {
    const united = reading.replaceAll('\\', '/');
    const names = united.split('/').map((segment) => segment.split(';', 1)[0] ?? '');
    // Also in parameters: some readers remove them after splitting the path, others before.
    const parts = united.split(/[/;?#]/);
    if ([...names, ...parts].some((part) => part === '.' || part === '..')) dangers.push('a dot segment');
    if ([...reading].some((character) => /[\0-\x1f\x7f]/.test(character)))
      dangers.push('a control character');
    if (isStrict && count(united) !== count(path)) dangers.push('a hidden separator');
    if (isStrict && /[;?#\\]/.test(reading)) dangers.push('a parameter or an end');
  }
  try {
    percentDecoded(path);
  } catch {
    dangers.push('not UTF-8');
  }
  if (path.includes('\\')) dangers.push('a backslash');
  if (isStrict && /\/\/./.test(path.replace(/^\/*/, ''))) dangers.push('an empty segment');
  return dangers;
}
