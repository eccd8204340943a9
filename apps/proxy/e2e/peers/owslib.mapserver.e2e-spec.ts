import { testOwslib } from './clients/owslib';

testOwslib('mapserver', { '1.0.0': 'public', '1.1.0': 'public', '2.0.0': 'ms:public' });
