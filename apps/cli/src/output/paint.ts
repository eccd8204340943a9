import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Adds a style to a text, or does not where there are no colours. */
export type Paint = (style: Style, text: string) => string;

interface Stream {
  readonly isTTY?: boolean;
}

/** Colours only on terminals; `NO_COLOR` and `TERM=dumb` switch them off, `FORCE_COLOR` on. */
export function paintFor(stream: Stream, environment: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  const isOff = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  const isOn = !isOff && (isForced || stream.isTTY === true);
  return isOn ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}
