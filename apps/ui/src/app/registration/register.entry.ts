import { start } from '../public/public.entry';
import { RegisterPage } from './register-page';

void start(RegisterPage);
