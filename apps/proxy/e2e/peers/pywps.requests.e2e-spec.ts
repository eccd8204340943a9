import { testRequests } from './oracle/campaign';

testRequests('pywps', ['wps']);
