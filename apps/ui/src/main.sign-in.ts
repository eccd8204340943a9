import { start } from './app/sign-in/sign-in.entry';

void start();
