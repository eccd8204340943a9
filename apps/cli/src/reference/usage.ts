import type { Command } from '../declaration/command';
import { type Field, type Fields, longOf } from '../declaration/field';
import { commonOptionsOf } from '../program';
import { parseShape, shapeText } from './json-shape';

/** An argument or option as it is written, with what it is. */
export interface Usage {
  readonly spelling: string;
  readonly about: string;
  readonly isRequired: boolean;
}

/** How a command is called: `gatehouse users show <user_name>`. */
export function callOf(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, field]) => {
    const shown = field.kind === 'list' ? `${name}...` : name;
    return field.isRequired && !command.isBatch ? `<${shown}>` : `[${shown}]`;
  });
  return ['gatehouse', command.name, ...words].join(' ');
}

export function argumentsOf(command: Command): Usage[] {
  return Object.entries(command.arguments).map(([name, { about, isRequired }]) => ({
    spelling: name,
    about,
    isRequired,
  }));
}

/** The options that the command alone has. */
export function ownOptionsOf(command: Command): Usage[] {
  return usagesOf(command.options);
}

/** The options that it has in common with others. */
export function commonOf(command: Command): Usage[] {
  return usagesOf(commonOptionsOf(command));
}

function usagesOf(fields: Fields): Usage[] {
  return Object.entries(fields).map(([name, field]) => ({
    spelling: spellingOf(name, field),
    about: field.kind === 'secret' ? `${field.about} It is read from standard input.` : field.about,
    isRequired: field.isRequired && field.kind !== 'secret',
  }));
}

function spellingOf(name: string, field: Field): string {
  const long = `--${longOf(name, field)}${field.kind === 'secret' ? '-stdin' : ''}`;
  const value = field.kind === 'flag' || field.kind === 'secret' ? '' : ` <${field.placeholder}>`;
  return `${field.short === undefined ? '' : `-${field.short}, `}${long}${value}`;
}

/** The form of what `--json` prints. */
export function jsonOf({ name, json, operation }: Command): string {
  if (json !== undefined) return json;
  if (operation === undefined) throw new Error(`${name} does not declare its JSON`);
  return `Reply<${operation}>`;
}

/** The same in lines. */
export function jsonLinesOf(command: Command): string {
  return shapeText(parseShape(jsonOf(command)));
}
