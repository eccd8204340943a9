import { CHAPTERS } from './catalogue';
import type { Entries } from './entry';

const INTRODUCTION = `# Errors

Every error reply of the API and the proxy carries a stable \`error_code\`: in the body (except in OWS exception reports), in the header
\`X-Gatehouse-Reason\`, and in the log. The text is in English or French according to \`Accept-Language\`; programs should compare the code. Codes
are never renamed or given another meaning; new ones may be added. In the texts, \`{name}\` is a placeholder for a value.

This page is generated from \`libs/problems\` (\`npm run golden\`).
`;

/** The page `docs/errors.md`: every code with its status, text, meaning and remedy. */
export function describeErrors(): string {
  const chapters = Object.entries(CHAPTERS as Readonly<Record<string, Entries>>).map(([title, entries]) =>
    [`## ${title}`, ...Object.entries(entries).map(describeEntry)].join('\n\n'),
  );
  return [INTRODUCTION, chapters.join('\n\n'), ''].join('\n');
}

function describeEntry([code, entry]: [string, Entries[string]]): string {
  const statuses = [entry.status, ...(entry.otherStatuses ?? [])].join(', ');
  return [
    `### \`${code}\` (${statuses})`,
    `> ${entry.detail.en}\n>\n> ${entry.detail.fr}`,
    `${entry.meaning} ${entry.remedy.en}`,
  ].join('\n\n');
}
