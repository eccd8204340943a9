import { testQgis } from './clients/qgis';

testQgis('qgis', { '1.0.0': 'public', '1.1.0': 'public' }, true);
