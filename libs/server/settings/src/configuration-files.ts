import { flag, oneOf, optionalText, whole } from './kinds';

/** Settings of configuration files. Reference: configuration-files#settings. */
export const configurationFiles = {
  configPath: optionalText('SVC_CONFIG_PATH', {
    about:
      'File, or folder of files, with all sections of the configuration. Set, the other settings of configuration files have no effect.',
  }),
  configDir: optionalText('SVC_CONFIG_DIR', {
    about:
      'Folder in which `SVC_PROVIDERS_CONFIG_PATH` is `providers.cfg` and `SVC_PERMISSIONS_CONFIG_PATH` is `permissions.cfg` by default. Default: none; these settings have no default then.',
  }),
  servicesConfigPath: optionalText('SVC_PROVIDERS_CONFIG_PATH', {
    about: 'File, or folder of files, with a section `providers`: the services. Read when the API starts.',
  }),
  permissionsConfigPath: optionalText('SVC_PERMISSIONS_CONFIG_PATH', {
    about:
      'File, or folder of files, with the sections `permissions`, `users` and `groups`. Read when the API starts.',
  }),
  configIsStrict: flag('SVC_CONFIG_STRICT', {
    fallback: 'false',
    about:
      'Whether wrong entries of `permissions`, `users` and `groups` in configuration files prevent the start. By default they are skipped and logged.',
  }),
  configHooks: oneOf('SVC_CONFIG_HOOKS', ['require', 'ignore'], {
    fallback: 'require',
    about:
      'What becomes of services whose entry in `providers` has hooks, which are not executed. `require`: requests for them are refused until there are hooks for them in the file of `SVC_PROXY_HOOKS_FILE`. `ignore`: they are served without.',
  }),
  configGeneration: whole(
    'SVC_CONFIG_GENERATION',
    { min: 0, max: 2_147_483_647 },
    {
      fallback: '0',
      about:
        'Number of the deployment. Configuration files that were applied before and have been replaced since are applied again by a start with a greater number only.',
    },
  ),
} as const;
