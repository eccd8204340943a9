import type { Context } from '../context';
import { UsageError } from '../failures';
import { type Account, signInAdministrator } from './administrator';

interface Values extends Account {
  readonly way?: string | undefined;
  readonly config?: string | undefined;
}

export async function purgeNetworkTokens(
  context: Context,
  { way = 'db', config, ...account }: Values,
): Promise<void> {
  const deleted = way === 'db' ? await inDatabase(context, config) : await throughApi(context, way, account);
  if (context.output.format === 'json') context.output.json({ deleted });
  else context.output.line(String(deleted));
}

async function inDatabase(context: Context, config: string | undefined): Promise<number> {
  const { purge } = await import('../operation/operation');
  return (await purge(context, ['network-tokens'], config)).network_tokens ?? 0;
}

async function throughApi(context: Context, way: string, account: Account): Promise<number> {
  if (way !== 'api') throw new UsageError(`'${way}' is neither db nor api.`);
  const session = await signInAdministrator(context, account);
  try {
    const { deleted } = await session.api.send('DELETE /network/tokens', { query: { expired_only: true } });
    return Number(deleted);
  } finally {
    await session.end();
  }
}
