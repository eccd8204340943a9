import type { OwsOperation } from './grammar/ows';
import { GEOSERVER_WFS_OPERATIONS, WFS_OPERATIONS } from './protocols/wfs-parameters';
import { NCWMS_OPERATIONS, WMS_OPERATIONS } from './protocols/wms-parameters';
import { WPS_OPERATIONS } from './protocols/wps-parameters';

const PROTOCOLS: readonly (readonly [title: string, operations: readonly OwsOperation[]])[] = [
  ['`wps`, `geoserverwps`', WPS_OPERATIONS],
  ['`wfs`', WFS_OPERATIONS],
  ['`geoserverwfs`', GEOSERVER_WFS_OPERATIONS],
  ['`geoserverwms`', WMS_OPERATIONS],
  ['`ncwms`', NCWMS_OPERATIONS],
];

/** The closed lists of parameters as a page of the documentation, in Markdown. */
export function describeGrammars(): string {
  const sections = PROTOCOLS.map(([title, operations]) => {
    const rows = operations.map(
      ({ operation, permission, names, pattern, executes }) =>
        `| ${operation} | \`${permission}\`${executes ? ', executes' : ''} | ${listed(names, pattern)} |`,
    );
    return [
      `## ${title}`,
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
