import { testThreddsClient } from './clients/thredds';

testThreddsClient({
  name: 'netcdf4',
  addressOf: (directory) => `/dodsC/${directory}/data.nc`,
  finds: [1, 2, 3],
});
