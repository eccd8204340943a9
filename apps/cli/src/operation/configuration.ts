/** What reads configuration files. It is built apart from what needs a database, which takes ten times as long to load. */
export { readConfiguration, validateFiles } from './configuration-files';
