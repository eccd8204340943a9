import { secretVariables } from './exported-sections';

describe('the variables for the secrets of exported identity providers', () => {
  it('have the names of the providers', () => {
    expect([...secretVariables(['campus', 'hydro-lab'])]).toEqual([
      ['campus', 'CAMPUS_CLIENT_SECRET'],
      ['hydro-lab', 'HYDRO_LAB_CLIENT_SECRET'],
    ]);
  });

  it('differ for each provider, so that none gets the secret of another', () => {
    expect([...secretVariables(['a-b', 'a-b-2', 'a.b', 'a_b']).values()]).toEqual([
      'A_B_CLIENT_SECRET',
      'A_B_2_CLIENT_SECRET',
      'A_B_3_CLIENT_SECRET',
      'A_B_4_CLIENT_SECRET',
    ]);
  });

  it('can be set by shells, which have none that begin with a digit', () => {
    expect(secretVariables(['2factor']).get('2factor')).toBe('_2FACTOR_CLIENT_SECRET');
  });
});
