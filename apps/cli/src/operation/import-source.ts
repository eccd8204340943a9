import { stat } from 'node:fs/promises';
import { DatabaseSource, DumpSource, sourceAddressOf } from '@gatehouse/import';
import { UsageError } from '../failures';

interface Given {
  /** Address of a database. */
  readonly from?: string | undefined;
  /** Instead: path of a dump. */
  readonly dump?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * The source that the arguments of a command name. What is wrong with them is said before settings are read.
 *
 * @throws SourceFailure for an address that cannot be used
 */
export async function sourceOf({ from, dump, password }: Given): Promise<DatabaseSource | DumpSource> {
  if (from !== undefined && dump === undefined) return new DatabaseSource(sourceAddressOf(from), password);
  if (dump === undefined || from !== undefined)
    throw new UsageError('Name the source: either --from or --dump.');
  await stat(dump).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--dump: ${dump} cannot be read (${error.code}).`);
  });
  return new DumpSource(dump);
}
