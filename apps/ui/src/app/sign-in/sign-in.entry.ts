import { start } from '../public/public.entry';
import { SignInPage } from './sign-in-page';

void start(SignInPage);
