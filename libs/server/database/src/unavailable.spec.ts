import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { DatabaseIncapable, Group, OutcomeUnknown, UnitOfWork, unavailability } from './index';

describe('an error of the database', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    // The name of a group is the SQLSTATE that the server answers with, at COMMIT if its description says so.
    await database.dataSource.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (TG_NAME = 'at_commit') = (NEW.description = 'at COMMIT') THEN
          RAISE EXCEPTION 'it fails' USING ERRCODE = upper(NEW.name);
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER at_insert AFTER INSERT ON groups FOR EACH ROW EXECUTE FUNCTION fail();
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON groups DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail()`);
  });
  afterAll(() => database.drop());

  const failure = async (code: string, description: string): Promise<unknown> =>
    unitOfWork
      .run(() => unitOfWork.manager.insert(Group, { name: code.toLowerCase(), description }))
      .then(
        () => undefined,
        (error: unknown) => error,
      );
  const isStored = (code: string) =>
    database.dataSource.manager.existsBy(Group, { name: code.toLowerCase() });

  const INCAPABLE: [string, string][] = [
    ['53000', 'insufficient resources'],
    ['53100', 'a full disk'],
    ['53200', 'no memory left'],
    ['53400', 'an exceeded limit of the configuration'],
    ['58000', 'an error of the system'],
    ['58030', 'an error of the disk'],
    ['58P01', 'a missing file'],
    ['25006', 'a server that only reads'],
    ['3D000', 'a missing database'],
    ['28000', 'a role that may not connect any more'],
    ['28P01', 'a password that was changed'],
    ['40001', 'a conflict with another transaction'],
    ['40P01', 'a deadlock'],
  ];
  describe.each(['at a statement', 'at COMMIT'])('%s', (where) => {
    it.each(INCAPABLE)('with SQLSTATE %s (%s) is no defect, and nothing was committed', async (code) => {
      const cause = unavailability(await failure(code, where));
      expect(cause).toBeInstanceOf(DatabaseIncapable);
      expect(cause).toMatchObject({
        isDiskFull: code === '53100',
        message: 'the database is unavailable: it fails',
      });
      expect(await isStored(code)).toBe(false);
    });

    it.each(['23514', '22023', 'XX000', '57014'])(
      'with SQLSTATE %s is an answer of a database that is available',
      async (code) => {
        const error = await failure(code, where);
        expect(error).toMatchObject({ code, message: 'it fails' });
        expect(unavailability(error)).toBeUndefined();
      },
    );
  });

  describe.each(['57P01', '57P02', '57P03', '57P05', '08006', '08P01'])('with SQLSTATE %s', (code) => {
    it('says that nothing was committed, if it is that of a statement', async () => {
      const cause = unavailability(await failure(code, 'at a statement'));
      expect(cause).toMatchObject({ name: 'DatabaseUnavailable' });
      expect(await isStored(code)).toBe(false);
    });

    it('leaves the outcome open, if it is that of COMMIT: the connection may have ended after it', async () => {
      expect(await failure(code, 'at COMMIT')).toBeInstanceOf(OutcomeUnknown);
    });
  });
});
