import { start } from '../public/public.entry';
import { ResetPage } from './reset-page';

void start(ResetPage);
