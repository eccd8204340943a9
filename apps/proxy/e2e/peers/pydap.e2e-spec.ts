import { testThreddsClient } from './clients/thredds';

testThreddsClient({
  name: 'pydap',
  addressOf: (directory) => `/dodsC/${directory}/data.nc`,
  finds: [1, 2, 3],
});
