import { testThreddsClient } from './clients/thredds';

testThreddsClient({
  name: 'siphon',
  addressOf: (directory) => `/catalog/${directory}/catalog.xml`,
  // The values, and the length of the file.
  finds: [1, 2, 3, expect.any(Number)],
});
