import { type RunningSystem, startSystem, type SystemOptions } from '../system';
import type { Deployment } from './attempt';

const ONE_ORIGIN: SystemOptions = { prefix: '/gatehouse' };

const OPTIONS: Readonly<Record<Deployment, SystemOptions>> = {
  'two-ports': {},
  // The front end publishes the API below the name of the services, too, as one that routes by path alone does.
  'two-names': {
    prefix: '/gatehouse',
    names: { api: 'gate.example.org', services: 'data.example.org' },
    settings: { SVC_COOKIE_DOMAIN: 'example.org' },
  },
  'one-origin': ONE_ORIGIN,
  'trusted-pages': ONE_ORIGIN,
};

export function startDeployment(deployment: Deployment): Promise<RunningSystem> {
  return startSystem(OPTIONS[deployment]);
}
