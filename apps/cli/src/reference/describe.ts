import { COMMANDS, GROUPS } from '../commands/catalogue';
import type { Command } from '../declaration/command';
import { CHECKS } from '../doctor/checks';
import { type Usage, argumentsOf, callOf, jsonLinesOf, ownOptionsOf } from './usage';
import {
  BATCH_OPTIONS,
  CONFIRMATION_OPTIONS,
  CONNECTION_OPTIONS,
  OUTPUT_OPTIONS,
  SIGN_IN_OPTIONS,
} from '../globals';
import { longOf } from '../declaration/field';

const HEAD = `# Commands

This page is generated from \`apps/cli/src/commands\` (\`npm run golden\`). [The guide](../cli.md) has exit codes, output and sign-in.
`;

/** The page of all commands. */
export function describeCommands(): string {
  const single = COMMANDS.filter(({ name }) => !name.includes(' '));
  const groups = GROUPS.map(({ name, summary }) =>
    section(
      `## ${name}`,
      summary,
      COMMANDS.filter((command) => command.name.startsWith(`${name} `)),
    ),
  );
  return [
    HEAD,
    common(),
    ...groups,
    section('## Other commands', 'Commands of one word.', single),
    findings(),
  ].join('\n');
}

function common(): string {
  const tables = [
    ['Output', OUTPUT_OPTIONS],
    ['Connection', CONNECTION_OPTIONS],
    ['Password instead of a token', SIGN_IN_OPTIONS],
    ['Confirmation', CONFIRMATION_OPTIONS],
    ['Records of a file', BATCH_OPTIONS],
  ] as const;
  const rows = tables.flatMap(([kind, fields]) =>
    Object.entries(fields).map(
      ([name, field]) =>
        `| ${kind} | \`${field.short ? `-${field.short}, ` : ''}--${longOf(name, field)}\` | ${field.about} |`,
    ),
  );
  return ['## Common options', '', '| For | Option | Meaning |', '| --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}

function section(title: string, summary: string, commands: readonly Command[]): string {
  return [title, '', summary, '', ...commands.map(entry)].join('\n');
}

function entry(command: Command): string {
  const { name, summary, description, examples, isBatch } = command;
  const usages = [...argumentsOf(command), ...ownOptionsOf(command)];
  return [
    `### ${name}`,
    '',
    [summary, description].filter(Boolean).join(' '),
    '',
    '```text',
    callOf(command),
    ...examples.map(({ line, does }) => `gatehouse ${line}    # ${does}`),
    '```',
    '',
    ...(usages.length === 0 ? [] : ['| | |', '| --- | --- |', ...usages.map(row), '']),
    ...(isBatch
      ? [
          `Records of \`--file\` have the fields ${Object.keys({ ...command.arguments, ...command.options })
            .map((field) => `\`${field}\``)
            .join(', ')}.`,
          '',
        ]
      : []),
    ...jsonFormOf(command),
    '',
  ].join('\n');
}

function jsonFormOf(command: Command): string[] {
  const form = jsonLinesOf(command);
  return form.includes('\n') ? ['`--json`:', '', '```text', form, '```'] : [`\`--json\`: \`${form}\``];
}

function row({ spelling, about, isRequired }: Usage): string {
  return `| \`${spelling.replaceAll('|', '\\|')}\` | ${about.replaceAll('|', '\\|')}${isRequired ? ' Required.' : ''} |`;
}

function findings(): string {
  const rows = CHECKS.map(
    ({ id, severity, finding, risk, remedy, link }) =>
      `| \`${id}\` | ${severity} | ${finding} | ${risk} | ${remedy.replaceAll('|', '\\|')} | [page](../${link}) |`,
  );
  return [
    '## Findings of doctor',
    '',
    '| Id | Severity | Finding | Risk | Remedy | See |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
