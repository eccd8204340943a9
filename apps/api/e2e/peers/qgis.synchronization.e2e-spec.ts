import { startQgisServer } from '../../../proxy/e2e/peers/servers/qgis';
import { testMapServer } from './synchronization/maps';

testMapServer({
  name: 'QGIS Server',
  start: startQgisServer,
  wms: ['file roads', 'file rivers', 'file lakes', 'file water', 'file peer (Untitled)'],
  wmsVersions: ['1.1.1', '1.3.0'],
  wfsVersions: ['1.0.0', '1.1.0'],
});
