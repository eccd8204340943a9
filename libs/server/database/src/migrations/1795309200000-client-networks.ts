import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Addresses that users have signed in from become networks in one spelling: IPv4 addresses that were written as IPv6 ones
 * in their own, IPv6 addresses as their first 64 bits. Values that are not addresses are deleted, and so are the counts of failures,
 * whose accounts are counted under other keys from now on.
 */
export class ClientNetworks1795309200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NETWORK_OF);
    await runner.query(`
      INSERT INTO sign_in_addresses (user_id, address, last_at)
        SELECT user_id, pg_temp.network_of(address), max(last_at) FROM sign_in_addresses
        WHERE pg_temp.network_of(address) <> address GROUP BY 1, 2
      ON CONFLICT (user_id, address) DO UPDATE SET last_at = greatest(sign_in_addresses.last_at, excluded.last_at)`);
    await runner.query(
      'DELETE FROM sign_in_addresses WHERE address IS DISTINCT FROM pg_temp.network_of(address)',
    );
    await runner.query('DROP FUNCTION pg_temp.network_of(text)');
    await runner.query('DELETE FROM sign_in_failures');
  }

  /** Addresses cannot be restored from networks. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM sign_in_addresses WHERE address LIKE '%/64'");
    await runner.query('DELETE FROM sign_in_failures');
  }
}

/** Temporary function of the session. Null for a text that is not an address. */
const NETWORK_OF = `
  CREATE FUNCTION pg_temp.network_of(given text) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    address inet;
  BEGIN
    -- PostgreSQL does not read the zones of link-local addresses.
    address := regexp_replace(given, '%.*$', '')::inet;
    IF family(address) = 4 THEN RETURN host(address); END IF;
    IF address <<= '::ffff:0:0/96' OR address <<= '64:ff9b::/96' THEN
      RETURN host('0.0.0.0'::inet + (host(address)::inet - CASE
        WHEN address <<= '::ffff:0:0/96' THEN '::ffff:0:0'::inet ELSE '64:ff9b::'::inet END));
    END IF;
    RETURN network(set_masklen(address, 64))::text;
  EXCEPTION WHEN invalid_text_representation OR data_exception THEN RETURN NULL;
  END $$`;
