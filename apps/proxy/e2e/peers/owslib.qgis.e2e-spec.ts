import { testOwslib } from './clients/owslib';

testOwslib('qgis', { '1.0.0': 'public', '1.1.0': 'public' });
