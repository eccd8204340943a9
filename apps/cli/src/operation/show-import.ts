import type { ConflictGroup, ImportConflict, ImportCounts, ImportReport } from '@gatehouse/import';
import { type Row, column } from '../declaration/shown';
import type { Output } from '../output/output';
import { printable } from '../output/printable';
import { wrapped } from '../output/wrap';

const NUMBER = { isNumber: true } as const;
const COUNTS = [
  column('KIND', 'kind', { value: ({ kind }) => String(kind).replaceAll('_', ' ') }),
  column('SOURCE', 'source', NUMBER),
  column('CREATE', 'create', NUMBER),
  column('CHANGE', 'change', NUMBER),
  column('REMOVE', 'remove', NUMBER),
  column('UNCHANGED', 'unchanged', NUMBER),
  column('SKIP', 'skip', NUMBER),
];
/** Examples of each conflict that are shown; the file of `--conflicts` has all. */
const EXAMPLES = 3;
/** Columns of texts, also in very narrow terminals. */
const MIN_WIDTH = 20;

/** Changes that an import makes. */
export function changesOf({ counts }: ImportReport): number {
  return counts.reduce((sum, { create, change, remove }) => sum + create + change + remove, 0);
}

/** Conflicts that keep an import from beginning. */
export function refusedOf({ conflicts }: ImportReport): number {
  return conflicts.reduce((sum, { refused }) => sum + refused, 0);
}

export async function showImportReport(output: Output, report: ImportReport): Promise<void> {
  await output.rows(report.counts as unknown as readonly Row[], COUNTS);
  if (output.format !== 'table') return;
  output.line('');
  output.line(
    report.keepsIds
      ? 'Identifiers are those of the source.'
      : 'Identifiers are new ones, since objects exist here already.',
  );
  for (const group of report.conflicts) showConflicts(output, group);
  if (report.conflicts.length === 0) output.line('There are no conflicts.');
}

function showConflicts(
  output: Output,
  { code, summary, rule, alternatives, count, refused, examples }: ConflictGroup,
): void {
  output.line('');
  const open = refused > 0 ? `, ${refused} to be decided` : '';
  const [first = '', ...rest] = wrapped(`${code}: ${count}${open}. ${summary}`, output.width);
  output.line([first.replace(code, output.paint(refused > 0 ? 'red' : 'bold', code)), ...rest].join('\n'));
  listed(output, '  ', `rule: ${rule}`);
  if (alternatives.length > 0) listed(output, '  ', `alternatives: ${alternatives.join(', ')}`);
  for (const { subject, detail, decision } of examples.slice(0, EXAMPLES))
    listed(
      output,
      '  - ',
      `${printable(subject)}: ${printable(detail)}${decision === undefined ? '' : ` (decided: ${printable(decision)})`}`,
    );
  if (count > EXAMPLES) output.line(`  … and ${count - EXAMPLES} more`);
}

/** Lines that begin below the text of the first. */
function listed(output: Output, begin: string, text: string): void {
  const lines = wrapped(text, Math.max(output.width - begin.length, MIN_WIDTH));
  output.line(begin + lines.join(`\n${' '.repeat(begin.length)}`));
}

/** The report as JSON of the command. */
export function wireOfReport({ keepsIds, takenAt, counts, conflicts, ...others }: ImportReport): object {
  return {
    ...others,
    taken_at: takenAt,
    keeps_ids: keepsIds,
    counts: counts.map((each: ImportCounts) => ({ ...each })),
    conflicts: conflicts.map(({ examples, ...group }) => ({
      ...group,
      examples: examples.map(wireOfConflict),
    })),
  };
}

/** A conflict, as `--conflicts` and JSON have it. */
export function wireOfConflict({ isRefused, ...conflict }: ImportConflict): object {
  return { ...conflict, is_refused: isRefused };
}
