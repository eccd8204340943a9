import type { TokenUser } from './token-user';

/** Replaces the permitted directory by another one in the commands of an example. */
const ELSEWHERE = { public: 'secret' };
/** How clients report that they were refused. */
const REFUSED =
  /403|401|forbidden|denied|not permitted|permission|unauthori[sz]ed|authori[sz]ation|authentication/i;

/**
 * Tests the examples below headings of docs/tokens.md: they read what the token allows, and are refused another directory. `printed`:
 * what the last command prints; `empty`: what it prints where it is refused, if it counts that as success. `sends`: `header`, or the token as a `password` from `.netrc`; without it both.
 */
export function testExamples(
  user: () => TokenUser,
  examples: Readonly<
    Record<
      string,
      { readonly printed: RegExp; readonly empty?: RegExp; readonly sends?: 'header' | 'password' }
    >
  >,
): void {
  describe.each(Object.entries(examples))('%s', (heading, { printed, empty, sends }) => {
    // Some clients would find both; each example has to work with what it names.
    beforeAll(async () => {
      await user().prepare();
      if (sends === 'header') await user().remove('.netrc');
      if (sends === 'password') await user().remove('.gatehouse', '.gitconfig', '.gdal');
    });

    it('reads with the token what it allows', async () => {
      expect(await user().follow(heading)).toMatch(printed);
    });

    it('is refused what the token does not allow, although its owner may read it', async () => {
      const outcome = expect(user().follow(heading, ELSEWHERE));
      await (empty ? outcome.resolves.toMatch(empty) : outcome.rejects.toThrow(REFUSED));
    });
  });
}
