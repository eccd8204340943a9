import { startMapServer } from '../../../proxy/e2e/peers/servers/mapserver';
import { testMapServer } from './synchronization/maps';

testMapServer({
  name: 'MapServer',
  start: startMapServer,
  wms: ['file roads', 'file rivers', 'file lakes', 'file water', 'file peer'],
  wmsVersions: ['1.1.1', '1.3.0'],
  wfsVersions: ['1.0.0', '1.1.0', '2.0.0'],
});
