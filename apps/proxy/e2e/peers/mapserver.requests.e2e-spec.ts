import { testRequests } from './oracle/campaign';
import { MAP_TYPES } from './oracle/services';

testRequests('mapserver', MAP_TYPES);
