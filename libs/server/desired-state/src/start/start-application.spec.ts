import { type StateFixture, openState, stateOf } from '../state.fixture';
import { type Content, ContentHistory } from './content-history';
import { InvalidConfigurationFiles, StartApplication } from './start-application';

const service = (url: string): string => `providers: {a: {url: "http://${url}", type: api}}`;

describe('the application of files at a start', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  const start = (
    text: string,
    { maxStepRows, ...content }: Partial<Content> & { maxStepRows?: number } = {},
  ) => {
    const { state, messages } = stateOf(text);
    const history = new ContentHistory(fixture.unitOfWork);
    return new StartApplication(fixture.application(maxStepRows), history).apply(
      state,
      { set: 'default', digest: text, generation: 0, ...content },
      messages,
      { isStrict: false },
    );
  };
  const urls = async (): Promise<string[]> => (await fixture.directory.services.list()).map(({ url }) => url);
  const recorded = async (): Promise<string[]> => {
    const rows = await fixture.database.dataSource.query<{ content: string; generation: number }[]>(
      'SELECT content, generation FROM applied_configurations ORDER BY id',
    );
    return rows.map(({ content, generation }) => `${content} ${generation}`);
  };

  it('applies new content, and corrects what was changed since in the next start', async () => {
    expect((await start(service('one'))).standing).toBe('new');
    await fixture.apply(service('changed'));
    expect(await start(service('one'))).toMatchObject({
      standing: 'current',
      changes: [{ kind: 'change_service' }],
    });
    expect(await urls()).toEqual(['http://one']);
    expect(await recorded()).toEqual([`${service('one')} 0`]);
  });

  it('does not apply content that was replaced since', async () => {
    await start(service('one'));
    await start(service('two'));
    const revision = await fixture.revision();
    expect(await start(service('one'))).toMatchObject({ standing: 'replaced', changes: [] });
    expect(await fixture.revision()).toBe(revision);
    expect(await urls()).toEqual(['http://two']);
    expect(await start(service('two'))).toMatchObject({ standing: 'current', changes: [] });
  });

  it('applies it again for a newer deployment, after which older ones apply nothing', async () => {
    await start(service('one'));
    await start(service('two'));
    expect((await start(service('one'), { generation: 1 })).standing).toBe('new');
    expect(await urls()).toEqual(['http://one']);
    expect((await start(service('three'))).standing).toBe('replaced');
    expect((await start(service('two'))).standing).toBe('replaced');
    expect((await start(service('one'), { generation: 1 })).standing).toBe('current');
    expect(await urls()).toEqual(['http://one']);
  });

  it('does not take files without entries for content: those before remain in force', async () => {
    await start(service('one'));
    expect(await start('providers: {}')).toMatchObject({ standing: 'current', changes: [] });
    expect(await recorded()).toHaveLength(1);
    await fixture.apply(service('changed'));
    await start(service('one'));
    expect(await urls()).toEqual(['http://one']);
  });

  it('knows the contents of each file set', async () => {
    await start(service('one'), { set: 'x' });
    await start(service('two'), { set: 'y' });
    expect((await start(service('one'), { set: 'x' })).standing).toBe('current');
  });

  it('records content that changes nothing without a revision', async () => {
    await start(service('one'));
    const revision = await fixture.revision();
    await start(`${service('one')}\npermissions: []`);
    expect(await fixture.revision()).toBe(revision);
    expect(await recorded()).toHaveLength(2);
    await start(`${service('one')}\npermissions: []`);
    expect(await recorded()).toHaveLength(2);
  });

  it('stops where another process applies newer content meanwhile', async () => {
    await start(service('one'));
    await fixture.apply(service('changed'));
    const plan = fixture.planner.plan.bind(fixture.planner);
    let isFirst = true;
    jest.spyOn(fixture.planner, 'plan').mockImplementation(async (state) => {
      if (isFirst) {
        isFirst = false;
        await start(service('two'));
      }
      return plan(state);
    });
    expect((await start(service('one'))).standing).toBe('replaced');
    expect(await urls()).toEqual(['http://two']);
  });

  it('completes what an interrupted start has begun', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `s${at}: {url: "http://${at}", type: api}`);
    const text = `providers: {${names.join(', ')}}`;
    const plan = fixture.planner.plan.bind(fixture.planner);
    let count = 0;
    const spy = jest.spyOn(fixture.planner, 'plan').mockImplementation(async (state) => {
      count += 1;
      if (count === 3) throw new Error('killed');
      return plan(state);
    });
    await expect(start(text, { maxStepRows: 4 })).rejects.toThrow('killed');
    expect(await urls()).toHaveLength(4);
    spy.mockRestore();
    expect((await start(text, { maxStepRows: 4 })).standing).toBe('current');
    expect(await urls()).toHaveLength(6);
  });

  it('refuses files that cannot be used, with all places, and records nothing', async () => {
    const failed = start('providers: {a: {type: api}, b: 5}\npermissions: [5]');
    await expect(failed).rejects.toThrow(InvalidConfigurationFiles);
    await expect(failed).rejects.toThrow(
      /^The configuration files cannot be used:\n {2}- a\.yml:1:16: providers\.a\.url: .*\n {2}- a\.yml:1:32: providers\.b: [^\n]*$/,
    );
    expect(await recorded()).toEqual([]);
  });
});
