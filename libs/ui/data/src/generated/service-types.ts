// Generated from libs/service-types by `npm run golden`; do not edit.

export const SERVICE_TYPES = [
  { name: 'access', hasConfiguration: false },
  { name: 'api', hasConfiguration: false },
  { name: 'geoserver', hasConfiguration: true },
  { name: 'geoserverwfs', hasConfiguration: false },
  { name: 'geoserverwms', hasConfiguration: false },
  { name: 'geoserverwps', hasConfiguration: false },
  { name: 'ncwms', hasConfiguration: false },
  { name: 'project-api', hasConfiguration: false },
  { name: 'thredds', hasConfiguration: true },
  { name: 'wfs', hasConfiguration: false },
  { name: 'wps', hasConfiguration: false },
];
