const { join } = require('node:path');
const { ROOT, recordMapper } = require('./recorder.cjs');
module.exports = recordMapper(require(join(ROOT, 'node_modules/typeorm')));
