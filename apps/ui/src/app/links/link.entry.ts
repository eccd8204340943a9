import { start } from '../public/public.entry';
import { LinkPage } from './link-page';

void start(LinkPage);
