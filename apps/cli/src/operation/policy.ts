/** What decides by configuration files, in memory. It is built apart, as what reads them is. */
export { decisionsOfFiles } from '../policy/memory/decisions-of-files';
