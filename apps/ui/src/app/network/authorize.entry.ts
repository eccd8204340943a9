import { start } from '../public/public.entry';
import { AuthorizePage } from './authorize-page';

void start(AuthorizePage);
