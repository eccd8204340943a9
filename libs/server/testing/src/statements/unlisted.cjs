// After each test file: fails if the product has sent a statement that is not listed. Nothing is loaded where nothing was recorded.
const RECORDED = Symbol.for('gatehouse.recorded-statements');

afterAll(() => {
  const recorded = /** @type {any} */ (globalThis)[RECORDED];
  if (!recorded) return;
  const { StatementList, problemsOf, readLists } = require('./list.cjs');
  const problems = problemsOf([...recorded.values()], new StatementList(readLists()));
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
