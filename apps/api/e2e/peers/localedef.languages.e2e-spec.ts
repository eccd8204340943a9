import { rm } from 'node:fs/promises';
import { silentLogger } from '@gatehouse/logging';
import { OwnServer, makeLocales } from '@gatehouse/testing';
import { EXPECTED, observe } from '../harness/observed-system';
import { startApi } from '../harness/start-api';

/** As operators have it whose system is in Turkish: `lower()` of the C library makes two names of `Internal` and `internal`. */
describe('with a database whose language is tr_TR of the C library,', () => {
  let folder: string;
  let server: OwnServer;
  beforeAll(async () => {
    folder = await makeLocales(['tr_TR']);
    server = await OwnServer.make(undefined, {}, { LOCPATH: folder });
    await server.asSuperuser(
      "CREATE DATABASE turkish OWNER gatehouse ENCODING 'UTF8' LOCALE 'tr_TR.UTF-8' LOCALE_PROVIDER libc TEMPLATE template0",
    );
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true });
  });

  it('API and proxy show the same as with any other', async () => {
    const database = await server.migrated('turkish');
    const [{ folded }] = await database.dataSource.query("SELECT lower('I') AS folded");
    expect(folded).toBe('ı');
    const api = await startApi({}, silentLogger, database);
    try {
      expect(await observe(api)).toEqual(EXPECTED);
    } finally {
      await api.close();
    }
  });
});
