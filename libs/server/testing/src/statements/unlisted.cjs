// After each test file: fails if the product has sent a statement that is not listed, or one for which its connection was not free.
// Nothing is loaded where nothing was recorded.
const OVERLAPPING = Symbol.for('gatehouse.overlapping-statements');
const RECORDED = Symbol.for('gatehouse.recorded-statements');

afterAll(() => {
  const recorded = /** @type {any} */ (globalThis)[RECORDED];
  if (!recorded) return;
  const { StatementList, problemsOf, readLists } = require('./list.cjs');
  const problems = problemsOf([...recorded.values()], new StatementList(readLists()));
  const overlapping = /** @type {any} */ (globalThis)[OVERLAPPING] ?? [];
  for (const statement of overlapping)
    problems.push(`A statement was sent while its connection executed another one: ${statement}`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
