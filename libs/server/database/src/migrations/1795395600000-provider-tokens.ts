import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removes `accept_tokens: true` from the definitions of providers: it was the default, which the console stored. What an
 * administrator wanted cannot be told apart from it. Reference: identity-providers#opaque-tokens.
 */
export class ProviderTokens1795395600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [found] = (await runner.query(
      "SELECT 1 FROM identity_providers WHERE definition -> 'accept_tokens' = 'true' LIMIT 1",
    )) as unknown[];
    // A revision without a change would be an entry of the audit log about nothing.
    if (!found) return;
    await runner.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
    await runner.query(
      "UPDATE identity_providers SET definition = definition - 'accept_tokens' WHERE definition -> 'accept_tokens' = 'true'",
    );
  }

  /** The previous version has the same default. */
  async down(): Promise<void> {}
}
