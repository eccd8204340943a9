/** The levels of pino by their numbers, by name, with the colour of each. */
const LEVELS: ReadonlyMap<unknown, { readonly name: string; readonly colour: number }> = new Map([
  [20, { name: 'debug', colour: 90 }],
  [30, { name: 'info ', colour: 32 }],
  [40, { name: 'warn ', colour: 33 }],
  [50, { name: 'error', colour: 31 }],
]);
const UNKNOWN = { name: '?    ', colour: 90 };
const DIM = 90;

/**
 * One event for a terminal: local time, level, process, message, fields; the stack of an error below it.
 *
 * @param json the event as a JSON line
 * @param hasColours whether the terminal shows colours
 */
export function terminalLine(json: string, hasColours: boolean): string {
  const { level, time, name, msg, error, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const paint = (colour: number, text: string) => (hasColours ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const { name: label, colour } = LEVELS.get(level) ?? UNKNOWN;
  const described = Object.entries(fields).map(([key, value]) => paint(DIM, `${key}=`) + shown(value));
  const head = [paint(DIM, clock(time)), paint(colour, label), printable(String(name)).padEnd(5)];
  const line = [...head, printable(String(msg)), ...described].join(' ');
  return `${line}\n${errorLines(error).join('')}`;
}

function clock(time: unknown): string {
  const date = new Date(String(time));
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${date.toTimeString().slice(0, 8)}.${milliseconds}`;
}

/** A single word unchanged, any other value as JSON. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(/^[!-~]+$/.test(text) ? text : JSON.stringify(text));
}

function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { type, message, stack } = error as Record<string, unknown>;
  const lines = [`${String(type)}: ${String(message)}`, ...String(stack ?? '').split('\n')];
  return lines.filter((line) => line !== '').map((line) => `    ${printable(line.trim())}\n`);
}

/**
 * Text that a terminal shows and does not obey. What a client sends is logged, and could otherwise move the cursor, forge
 * lines or turn the direction of writing.
 */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
