import type { TestUser, View, Violation } from './test-user';

/** What is wrong with a page in one of its views. */
export interface Defect {
  readonly view: View;
  readonly violations: readonly Violation[];
  /** Pixels by which the page or a table is wider than its place. */
  readonly overflow: number;
}

/** Rules whose outcome depends on colours; the others find the same in every colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * 640 px wide is also 1280 px at 200 %, and 320 px at 400 %. WCAG 1.4.4, 1.4.10. The first two in `npm test`; all rules are checked
 * there at 320 px with French texts on dark colours as well.
 */
const VIEWS: readonly (View & { readonly rules?: readonly string[] })[] = [
  { colorScheme: 'light' },
  { width: 640, rules: ['target-size'] },
  { colorScheme: 'dark', rules: COLOUR_RULES },
  { forcedColors: 'active', rules: COLOUR_RULES },
  { width: 320, rules: ['target-size', 'label-content-name-mismatch'] },
];

/** The long series `accessibility` checks all of them. */
const CHECKED = process.env['SVC_TEST_ALL_VIEWS'] ? VIEWS : VIEWS.slice(0, 2);

/**
 * Checks the open page by the rules of axe and for its width, with text of 200 %, and in the long series with other colours and with
 * text of 400 %. The page is not loaded again.
 */
export async function defectsOfViews(testUser: TestUser): Promise<Defect[]> {
  const defects: Defect[] = [];
  for (const { rules, ...view } of CHECKED) {
    await testUser.show(view);
    defects.push({
      view,
      violations: await testUser.violations(rules),
      overflow: await testUser.horizontalOverflow(),
    });
  }
  await testUser.show({});
  return defects.filter(({ violations, overflow }) => violations.length > 0 || overflow > 0);
}
