import type { FoundValue } from '../reference-setting';
import { type FileContent, type FoundSetting, RANK, type Variables, expanded } from './found-settings';

interface Assigned {
  readonly name: string;
  readonly value: FoundValue;
  /** The text in single quotes, if the value is nothing else: it may be evaluated later. */
  readonly quoted?: string;
}

const ASSIGNMENT = /^(\s*export\s+|[ \t]*)([A-Za-z_]\w*)=/;

/**
 * Reads `NAME=value` lines, as shells (after `export`) and readers of `.env` files do. Nothing is executed. Names that the variable
 * `DELAYED_EVAL` lists are evaluated at the end, as birdhouse-deploy does.
 */
export function readShellFile(content: string, file: string, known: Variables): FileContent {
  const own = new Map<string, Assigned>();
  const variables: Variables = (name) => own.get(name)?.value ?? known(name);
  const notes: string[] = [];
  let rest = content.replaceAll('\r\n', '\n');
  let line = 1;
  while (rest !== '') {
    const match = ASSIGNMENT.exec(rest);
    let length: number;
    if (match === null || rest.slice(0, match[0].length).includes('\n')) {
      length = endOfLine(rest);
      const text = rest.slice(0, length).trim();
      if (text !== '' && !text.startsWith('#'))
        notes.push(`${file}, line ${line}: not executed, no setting.`);
    } else {
      const [start, prefix = '', name = ''] = match;
      const isShell = prefix.trim() !== '';
      // A value may begin with its own previous one, which is empty at first.
      const withOwn: Variables = (each) => variables(each) ?? (each === name ? { text: '' } : undefined);
      const read = readValue(rest.slice(start.length), { isShell, variables: withOwn });
      own.set(name, { name, ...read.assigned });
      length = start.length + read.length;
      const following = rest.slice(length);
      // Further assignments of the same `export`.
      const further = isShell ? /^[ \t]+(?=[A-Za-z_]\w*=)/.exec(following) : null;
      if (further !== null) {
        rest = `export ${following.slice(further[0].length)}`;
        continue;
      }
      length += endOfLine(following);
    }
    line += countLines(rest.slice(0, length));
    rest = rest.slice(length);
  }
  evaluateLater(own, variables);
  const settings: FoundSetting[] = [...own.values()].map(({ name, value }) => ({
    name,
    value,
    file,
    rank: RANK.environment,
  }));
  return { settings, mounts: [], notes };
}

function endOfLine(text: string): number {
  const at = text.indexOf('\n');
  return at < 0 ? text.length : at + 1;
}

const countLines = (text: string): number => text.split('\n').length - 1;

function readValue(
  text: string,
  { isShell, variables }: { readonly isShell: boolean; readonly variables: Variables },
): { readonly assigned: Omit<Assigned, 'name'>; readonly length: number } {
  const parts: FoundValue[] = [];
  let quoted: string | undefined;
  let at = 0;
  while (at < text.length) {
    const single = text[at] === "'" ? /^'([^']*)'/.exec(text.slice(at)) : null;
    const double = text[at] === '"' ? /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text.slice(at)) : null;
    if (single !== null) {
      quoted = parts.length === 0 ? single[1] : undefined;
      parts.push({ text: single[1] ?? '' });
      at += single[0].length;
    } else if (double !== null) {
      parts.push(expanded(double[1] ?? '', variables, { withoutBraces: true }));
      at += double[0].length;
      quoted = undefined;
    } else {
      const pattern = isShell ? /^(?:\\.|\$\([^\n]*\)|[^\s'";#\\]|#(?<=\S#))+/ : /^(?:(?! +#)[^\n])+/;
      const plain = parts.length > 0 && !isShell ? null : pattern.exec(text.slice(at));
      if (plain === null) break;
      const value = isShell ? plain[0].replace(/\\([^$`\\])/g, '$1') : plain[0].trim();
      parts.push(expanded(value, variables, { withoutBraces: isShell }));
      at += plain[0].length;
      quoted = undefined;
      if (!isShell) break;
    }
  }
  return { assigned: { value: joined(parts), ...(quoted === undefined ? {} : { quoted }) }, length: at };
}

function joined(parts: readonly FoundValue[]): FoundValue {
  const unknown = parts.find((part) => 'unknown' in part);
  return unknown ?? { text: parts.map((part) => ('text' in part ? part.text : '')).join('') };
}

function evaluateLater(own: Map<string, Assigned>, variables: Variables): void {
  const listed = own.get('DELAYED_EVAL')?.value;
  const names = listed !== undefined && 'text' in listed ? listed.text.split(/\s+/) : [];
  for (const name of names) {
    const assigned = own.get(name);
    if (assigned?.quoted === undefined) continue;
    own.set(name, { name, value: expanded(assigned.quoted, variables, { withoutBraces: true }) });
  }
}
