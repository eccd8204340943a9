import { readFileSync } from 'node:fs';

/** A fenced block of code. */
export interface Block {
  /** `sh run`, `python run`, `ini ~/.gdal/gdalrc`. */
  readonly info: string;
  readonly text: string;
}

const PAGE = 'docs/tokens.md';

/** The blocks of docs/tokens.md between a heading and the next one. */
export function blocksBelow(heading: string): Block[] {
  const text = readFileSync(PAGE, 'utf8');
  const [, ...sections] = text.split(/^#+ (?=.*\n\n)/m);
  const section = sections.find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${PAGE} has no heading ${heading}`);
  return [...section.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, info = '', block = '']) => ({
    info,
    text: block,
  }));
}
