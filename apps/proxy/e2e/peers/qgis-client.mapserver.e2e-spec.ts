import { testQgis } from './clients/qgis';

testQgis('mapserver', { '1.0.0': 'public', '1.1.0': 'public', '2.0.0': 'ms:public' }, false);
