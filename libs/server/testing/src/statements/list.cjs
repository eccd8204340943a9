// The list of the statements that the product sends, in `libs/server/testing/statements`. See `docs/adr/0036-listed-statements.md`.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const LISTS = join(__dirname, '../../statements');

/**
 * The form in which two statements are the same: without the number of their parameters, of the rows of a list, and of a
 * page, since the size of a batch changes no plan.
 *
 * @param {string} statement
 */
function normalForm(statement) {
  return (
    statement
      .replace(/\s+/g, ' ')
      .replace(/\s*([(),=])\s*/g, '$1')
      .trim()
      .replace(/\$\d+/g, '$')
      // Of inserts by TypeORM, a column that is not given is DEFAULT.
      .replace(/\((?:DEFAULT|\$)(?:,(?:DEFAULT|\$))+\)/g, '(…)')
      .replace(/\bIN\(\$\)/g, 'IN(…)')
      .replace(/\(…\)(?:,\(…\))+/g, '(…)')
      // Which columns an update sets depends on what a request changes.
      .replace(/\bSET "\w+"=\$(?:,"\w+"=\$)*/g, 'SET …')
      .replace(/\b(LIMIT|OFFSET) \d+/g, '$1 n')
  );
}

/**
 * All entries, each with the name of its file.
 *
 * @param {string} folder
 * @returns {import('./list.cjs').Entry[]}
 */
function readLists(folder = LISTS) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')).map((/** @type {object} */ entry) => ({
        ...entry,
        file,
      })),
    );
}

/** Which statements are listed. */
class StatementList {
  /** @param {readonly import('./list.cjs').Entry[]} entries */
  constructor(entries) {
    this.entries = entries;
    this.byForm = new Map(
      entries.flatMap((entry) => (entry.statement ? [[normalForm(entry.statement), entry]] : [])),
    );
    this.families = entries.flatMap((entry) => (entry.family ? [[new RegExp(entry.family), entry]] : []));
  }

  /** @param {string} statement */
  find(statement) {
    const form = normalForm(statement);
    return this.byForm.get(form) ?? this.families.find(([pattern]) => pattern.test(form))?.[1];
  }
}

/**
 * What is wrong with recorded statements, as lines.
 *
 * @param {readonly import('./list.cjs').Recorded[]} recorded
 * @param {StatementList} list
 */
function problemsOf(recorded, list) {
  return recorded.flatMap(({ statement, source, name }) => {
    const entry = list.find(statement);
    const at = `${statement} (sent by ${source || 'an unknown source'})`;
    if (!entry) return [`A statement is not listed, see CONTRIBUTING.md, "Statements": ${at}`];
    if (entry.name !== name)
      return [`A statement is listed with another name of a prepared statement than ${name}: ${at}`];
    return [];
  });
}

module.exports = { LISTS, StatementList, normalForm, problemsOf, readLists };
