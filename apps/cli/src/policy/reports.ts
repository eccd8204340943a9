import type { Paint } from '../output/paint';
import { shownText } from '../output/printable';
import type { KnownAssignment } from './decision';
import type { Expectation } from './expectations';

/** What became of an expectation. */
export interface Result extends Expectation {
  /** Null if there is no decision, since something does not exist. */
  readonly actual: 'allowed' | 'denied' | null;
  readonly reason: string | null;
  readonly evidence: readonly string[];
  /** Null if it is met. */
  readonly problem: string | null;
}

/** Which assignments have decided an expectation. */
export interface CoverageReport {
  readonly assignments: number;
  readonly decided: number;
  readonly undecided: readonly KnownAssignment[];
}

/** An expectation as a sentence. */
function sentenceOf({ subject, question, expected }: Expectation): string {
  const who =
    subject === 'everyone'
      ? 'everyone'
      : 'user' in subject
        ? `user ${subject.user}`
        : `group ${subject.group}`;
  const what = 'request' in question ? question.request : `${question.permission} on ${question.on}`;
  return shownText(`${what} is ${expected} to ${who}`);
}

export function reportOf(
  format: 'tap' | 'junit' | undefined,
  results: readonly Result[],
  paint: Paint,
  coverage: CoverageReport | undefined,
): string {
  const lines = coverage ? coverageLines(coverage) : [];
  if (format === 'tap') return `${tap(results)}${lines.map((line) => `# ${line}\n`).join('')}`;
  return format === 'junit'
    ? junit(results, lines)
    : `${plain(results, paint)}${lines.map((line) => `${line}\n`).join('')}`;
}

function coverageLines({ assignments, decided, undecided }: CoverageReport): string[] {
  return [
    `${decided} of ${assignments} assignments decide an expectation.`,
    ...undecided.map(({ holder, permission, on, at }) =>
      shownText(`decides none: ${holder}: ${permission} on ${on}${at === undefined ? '' : ` (${at})`}`),
    ),
  ];
}

/** Those that are not met, with what explains them; then the numbers. */
function plain(results: readonly Result[], paint: Paint): string {
  const failed = results.filter(({ problem }) => problem !== null);
  const texts = failed.map((result) => {
    const place = `${shownText(result.file)}, expectation ${result.number}`;
    const details = [shownText(result.problem), ...result.evidence.map(shownText)].map(
      (line) => `  ${line}\n`,
    );
    return `${paint('red', 'not met')} ${sentenceOf(result)} (${place})\n${details.join('')}`;
  });
  return `${texts.join('')}${results.length - failed.length} of ${results.length} expectations are met.\n`;
}

/** The Test Anything Protocol, version 14. */
function tap(results: readonly Result[]): string {
  const lines = results.map((result, index) => {
    const line = `${result.problem === null ? 'ok' : 'not ok'} ${index + 1} - ${sentenceOf(result).replaceAll('#', '\\#')}`;
    if (result.problem === null) return line;
    const details = [shownText(result.problem), ...result.evidence.map(shownText)].map(
      (text) => `    - ${JSON.stringify(text)}`,
    );
    return [
      line,
      '  ---',
      `  at: ${JSON.stringify(`${result.file}:${result.number}`)}`,
      '  problem:',
      ...details,
      '  ...',
    ].join('\n');
  });
  return `TAP version 14\n1..${results.length}\n${lines.join('\n')}\n`;
}

function junit(results: readonly Result[], lines: readonly string[]): string {
  const failures = results.filter(({ problem }) => problem !== null).length;
  const cases = results.map((result) => {
    const name = `name="${escaped(sentenceOf(result))}" classname="${escaped(result.file)}"`;
    if (result.problem === null) return `  <testcase ${name}/>`;
    const text = escaped([result.problem, ...result.evidence].map(shownText).join('\n'));
    return `  <testcase ${name}>\n    <failure message="${escaped(shownText(result.problem))}">${text}</failure>\n  </testcase>`;
  });
  const coverage = lines.length === 0 ? '' : `  <system-out>${escaped(lines.join('\n'))}</system-out>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="policy" tests="${results.length}" failures="${failures}">\n${cases.join('\n')}\n${coverage}</testsuite>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
