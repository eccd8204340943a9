import { testRequests } from './oracle/campaign';
import { MAP_TYPES } from './oracle/services';

testRequests('qgis', MAP_TYPES);
