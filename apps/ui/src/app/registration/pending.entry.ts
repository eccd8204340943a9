import { start } from '../public/public.entry';
import { PendingPage } from './pending-page';

void start(PendingPage);
