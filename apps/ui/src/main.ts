import { start } from './app/shell/console.entry';

void start();
