import { COMMANDS, GROUPS } from '../commands/catalogue';
import type { Command } from '../declaration/command';
import { EXIT } from '../exit-codes';
import { type Usage, argumentsOf, callOf, commonOf, jsonLinesOf, ownOptionsOf } from './usage';

const EXITS: readonly (readonly [number, string])[] = [
  [EXIT.done, 'Done.'],
  [EXIT.failed, 'Failed, or wrong arguments.'],
  [EXIT.changes, 'There are changes or findings, where the command says so.'],
  [EXIT.notSignedIn, 'Not signed in.'],
  [EXIT.refused, 'Refused.'],
  [EXIT.notReachable, 'The instance cannot be reached.'],
  [EXIT.interrupted, 'Interrupted by Ctrl-C.'],
];

/** The manual pages by their file names: one for the program, and one for each group of commands and each single command. */
export function manualPages(version: string): ReadonlyMap<string, string> {
  const single = COMMANDS.filter(({ name }) => !name.includes(' '));
  const pages: [string, string][] = [['gatehouse.1', overview(version, single)]];
  for (const { name, summary } of GROUPS) {
    const commands = COMMANDS.filter((command) => command.name.startsWith(`${name} `));
    pages.push([`gatehouse-${name}.1`, page(`gatehouse-${name}`, summary, version, commands)]);
  }
  for (const command of single)
    pages.push([
      `gatehouse-${command.name}.1`,
      page(`gatehouse-${command.name}`, command.summary, version, [command]),
    ]);
  return new Map(pages);
}

function overview(version: string, single: readonly Command[]): string {
  const entries = [...GROUPS, ...single].map(
    ({ name, summary }) => `.TP\n.B ${roff(name)}\n${roff(summary)} See\n.BR gatehouse\\-${roff(name)} (1).`,
  );
  return [
    head('gatehouse', version, 'administers Gatehouse: identity and access control for web services'),
    '.SH SYNOPSIS\n.B gatehouse\n.I command\n[\\fIoptions\\fR]',
    `.SH COMMANDS\n${entries.join('\n')}`,
    exits(),
    environment(),
    '',
  ].join('\n');
}

function page(name: string, summary: string, version: string, commands: readonly Command[]): string {
  return [
    head(name, version, summary.replace(/\.$/, '')),
    `.SH SYNOPSIS\n${commands.map((command) => `.B ${roff(callOf(command))}\\&\n[\\fIoptions\\fR]`).join('\n.br\n')}`,
    '.SH DESCRIPTION',
    ...commands.map(described),
    exits(),
    environment(),
    '.SH SEE ALSO\n.BR gatehouse (1)\n',
  ].join('\n');
}

function head(name: string, version: string, summary: string): string {
  return [
    `.TH ${roff(name).toUpperCase()} 1 "" "Gatehouse ${version}" "Gatehouse"`,
    // Names of commands and options are copied from there: they are not broken, nor are gaps among them.
    '.nh\n.ad l',
    `.SH NAME\n${roff(name)} \\- ${roff(summary)}`,
  ].join('\n');
}

function described(command: Command): string {
  const { summary, description, examples } = command;
  return [
    `.SS ${roff(callOf(command))}`,
    roff([summary, description].filter(Boolean).join(' ')),
    ...argumentsOf(command).map(item),
    ...ownOptionsOf(command).map(item),
    ...commonOf(command).map(item),
    `.PP\nThe form of \\-\\-json:\n.PP\n.nf\n.RS\n${roff(jsonLinesOf(command))}\n.RE\n.fi`,
    ...examples.map(
      ({ line, does }) => `.PP\n${roff(does)}:\n.PP\n.nf\n.RS\n${roff(`gatehouse ${line}`)}\n.RE\n.fi`,
    ),
  ].join('\n');
}

function item({ spelling, about }: Usage): string {
  return `.TP\n.B ${roff(spelling)}\n${roff(about)}`;
}

function exits(): string {
  return `.SH EXIT STATUS\n${EXITS.map(([code, meaning]) => `.TP\n.B ${code}\n${meaning}`).join('\n')}`;
}

function environment(): string {
  const variables = [
    ['GATEHOUSE_URL', 'Base URL of the API.'],
    ['GATEHOUSE_TOKEN', 'API token; a secret.'],
    ['GATEHOUSE_PROFILE', 'The profile to use.'],
    ['GATEHOUSE_CONFIG_DIR', 'Folder of the profiles.'],
    ['NO_COLOR', 'If not empty: no colours.'],
  ] as const;
  return `.SH ENVIRONMENT\n${variables.map(([name, meaning]) => `.TP\n.B ${name}\n${meaning}`).join('\n')}`;
}

/** Text that is no request of roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
