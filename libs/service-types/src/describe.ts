import { SERVICE_TYPES, TYPE_CATALOGUE } from './catalogue';
import type { OwsOperation } from './grammar/ows';
import { READ_SYNC_TYPES } from './sync-types';

/** The closed lists of parameters as a page of the documentation, in Markdown. */
export function describeGrammars(): string {
  const sections = [...namesByOperations()].map(([operations, names]) => {
    const rows = operations.map(
      ({ operation, permission, names, pattern, executes }) =>
        `| ${operation} | \`${permission}\`${executes ? ', executes' : ''} | ${listed(names, pattern)} |`,
    );
    return [
      `## ${names.map((name) => `\`${name}\``).join(', ')}`,
      '',
      '| Operation | Permission | Parameters |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

const HEAD = `# Parameters of OGC requests

Generated from the grammars of the service types by \`npm run golden\`. A request with another parameter is not covered by the grammar
([how it decides](../proxy.md#how-it-decides)), unless the option \`parameters\` of its service names it. Names are compared without
regard to case. Operations that "execute" are refused to pages of other sites by GET as well. Documents are read by closed lists of
elements and attributes with the same meaning; they are defined in \`libs/service-types/src/protocols\`.`;

function listed(names: ReadonlySet<string>, pattern: RegExp | undefined): string {
  const all = [...names].sort().map((name) => `\`${name}\``);
  return [...all, ...(pattern ? ['`dim_*`'] : [])].join(', ');
}

/** The names of the types that have the same operations. */
function namesByOperations(): Map<readonly OwsOperation[], readonly string[]> {
  const found = new Map<readonly OwsOperation[], readonly string[]>();
  for (const { name, operations } of SERVICE_TYPES) {
    if (operations) found.set(operations, [...(found.get(operations) ?? []), name]);
  }
  return found;
}

/** What the console has to know of service types and synchronization types, as a module: the grammars themselves would be too large for its pages. */
export function describeForConsole(): string {
  const entries = SERVICE_TYPES.map(({ name, configuration }) => {
    const names = TYPE_CATALOGUE.namesOf(name).map((permission) => `      '${permission}',\n`);
    return `  {
    name: '${name}',
    hasConfiguration: ${String(configuration !== undefined)},
    permissionNames: [
${names.join('')}    ],
  },
`;
  });
  return `// Generated from libs/service-types by \`npm run golden\`; do not edit.

export const SERVICE_TYPES = [
${entries.join('')}];

export const READ_SYNC_TYPES = [
${READ_SYNC_TYPES.map((name) => `  '${name}',\n`).join('')}] as const;
`;
}
