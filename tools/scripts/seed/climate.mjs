// Archives of climate data as THREDDS and ncWMS servers show them: global simulations (CMIP6), regional ones (CORDEX), a
// reanalysis (ERA5) and ocean forecasts, laid out and named by the conventions of each.
import { childOf } from './tree.mjs';

/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('./tree.mjs').Tree} Tree */

/**
 * How wide a tree is, so that a small platform has a bit of everything and not all of one model.
 *
 * @typedef {object} Breadth
 * @property {number} models
 * @property {number} experiments
 * @property {number} members
 * @property {number} variables of each kind
 * @property {number} periods files of each variable, or years
 */

const MODELS = /** @type {const} */ ([
  ['CCCma', 'CanESM5'],
  ['MPI-M', 'MPI-ESM1-2-LR'],
  ['MOHC', 'UKESM1-0-LL'],
  ['NCAR', 'CESM2'],
  ['IPSL', 'IPSL-CM6A-LR'],
  ['CNRM-CERFACS', 'CNRM-CM6-1'],
  ['MIROC', 'MIROC6'],
  ['EC-Earth-Consortium', 'EC-Earth3'],
  ['CSIRO', 'ACCESS-ESM1-5'],
  ['NCC', 'NorESM2-LM'],
  ['NOAA-GFDL', 'GFDL-ESM4'],
  ['BCC', 'BCC-CSM2-MR'],
  ['INM', 'INM-CM5-0'],
  ['MRI', 'MRI-ESM2-0'],
  ['NASA-GISS', 'GISS-E2-1-G'],
  ['CAS', 'FGOALS-g3'],
  ['AWI', 'AWI-CM-1-1-MR'],
  ['CMCC', 'CMCC-ESM2'],
]);

/** Experiments with the years that they cover. */
const EXPERIMENTS = /** @type {const} */ ([
  ['CMIP', 'historical', 1850, 2014],
  ['ScenarioMIP', 'ssp245', 2015, 2100],
  ['ScenarioMIP', 'ssp585', 2015, 2100],
  ['ScenarioMIP', 'ssp126', 2015, 2100],
  ['CMIP', 'piControl', 1850, 2349],
  ['ScenarioMIP', 'ssp370', 2015, 2100],
  ['CMIP', 'amip', 1979, 2014],
  ['CMIP', '1pctCO2', 1850, 1999],
]);

const TABLES = {
  Amon: [
    'tas',
    'pr',
    'tasmax',
    'tasmin',
    'psl',
    'hurs',
    'huss',
    'sfcWind',
    'rsds',
    'rlds',
    'ta',
    'ua',
    'va',
    'zg',
  ],
  day: ['tas', 'pr', 'tasmax', 'tasmin', 'psl', 'hurs', 'sfcWind', 'zg'],
  Omon: ['tos', 'sos', 'zos', 'thetao', 'so', 'uo', 'vo', 'mlotst'],
  SImon: ['siconc', 'sithick', 'sisnthick', 'siu', 'siv'],
  Lmon: ['mrso', 'mrsos', 'lai', 'gpp', 'npp', 'tsl'],
};

/**
 * CMIP6 by its data reference syntax: activity, institution, model, experiment, member, table, variable, grid, version.
 *
 * @param {Node} service
 * @param {Breadth} breadth
 * @returns {Tree}
 */
export function* cmip6(service, breadth) {
  /** @type {Map<string, Node>} */
  const created = new Map();
  for (const [institution, model] of MODELS.slice(0, breadth.models)) {
    for (const [activity, experiment, from, to] of EXPERIMENTS.slice(0, breadth.experiments)) {
      const [directory, added] = directories(created, service, [
        'CMIP6',
        activity,
        institution,
        model,
        experiment,
      ]);
      yield* added;
      for (let number = 1; number <= breadth.members; number += 1) {
        const member = childOf(directory, 'directory', `r${number}i1p1f1`);
        yield member;
        yield* variables(member, { model, experiment, from, to }, breadth);
      }
    }
  }
}

/**
 * @param {Node} member
 * @param {{ model: string, experiment: string, from: number, to: number }} run
 * @param {Breadth} breadth
 * @returns {Tree}
 */
function* variables(member, { model, experiment, from, to }, breadth) {
  for (const [table, names] of Object.entries(TABLES)) {
    const folder = childOf(member, 'directory', table);
    yield folder;
    for (const variable of names.slice(0, breadth.variables)) {
      const [version, added] = directories(new Map(), folder, [variable, 'gn', 'v20190429']);
      yield* added;
      const length = Math.ceil((to - from + 1) / breadth.periods);
      for (let year = from; year <= to; year += length) {
        const last = Math.min(year + length - 1, to);
        const period = table === 'day' ? `${year}0101-${last}1231` : `${year}01-${last}12`;
        yield childOf(
          version,
          'file',
          `${variable}_${table}_${model}_${experiment}_${member.name}_gn_${period}.nc`,
        );
      }
    }
  }
}

const DOMAINS = ['NAM-22', 'EUR-11', 'ARC-22', 'AFR-22', 'SAM-22', 'EAS-22', 'WAS-22', 'AUS-22'];
const DRIVERS = [
  'CCCma-CanESM2',
  'MPI-M-MPI-ESM-LR',
  'MOHC-HadGEM2-ES',
  'ICHEC-EC-EARTH',
  'NOAA-GFDL-GFDL-ESM2M',
];
const REGIONAL = /** @type {const} */ ([
  ['OURANOS', 'CRCM5'],
  ['SMHI', 'RCA4'],
  ['GERICS', 'REMO2015'],
  ['DMI', 'HIRHAM5'],
  ['CLMcom', 'CCLM4-8-17'],
]);

/**
 * CORDEX: domain, institution, driving model, experiment, regional model, frequency, variable.
 *
 * @param {Node} service
 * @param {Breadth} breadth
 * @returns {Tree}
 */
export function* cordex(service, breadth) {
  /** @type {Map<string, Node>} */
  const created = new Map();
  for (const domain of DOMAINS.slice(0, breadth.models))
    for (const [institution, model] of REGIONAL)
      for (const driver of DRIVERS.slice(0, breadth.members))
        for (const experiment of ['historical', 'rcp45', 'rcp85'].slice(0, breadth.experiments))
          for (const frequency of ['mon', 'day'])
            for (const variable of TABLES.Amon.slice(0, breadth.variables)) {
              const path = ['CORDEX', domain, institution, driver, experiment, model, frequency, variable];
              const [directory, added] = directories(created, service, path);
              yield* added;
              const first = experiment === 'historical' ? 1951 : 2006;
              for (let decade = 0; decade < Math.min(breadth.periods, 9); decade += 1) {
                const years = `${first + 10 * decade}01-${first + 10 * decade + 9}12`;
                const name = [variable, domain, driver, experiment, model, frequency, years].join('_');
                yield childOf(directory, 'file', `${name}.nc`);
              }
              // Complete: nothing is added below it.
              created.delete(path.join('/'));
            }
}

const REANALYSIS = {
  'reanalysis-era5-single-levels': [
    '2m_temperature',
    'total_precipitation',
    '10m_u_component_of_wind',
    '10m_v_component_of_wind',
    'mean_sea_level_pressure',
    'surface_pressure',
    'sea_surface_temperature',
    'snow_depth',
    'total_cloud_cover',
    'surface_solar_radiation_downwards',
    'soil_temperature_level_1',
    'volumetric_soil_water_layer_1',
    'significant_height_of_combined_wind_waves_and_swell',
    'convective_available_potential_energy',
  ],
  'reanalysis-era5-land': [
    '2m_temperature',
    'total_precipitation',
    'snowfall',
    'runoff',
    'skin_temperature',
    'lai',
  ],
  'reanalysis-era5-pressure-levels': [
    'geopotential',
    'temperature',
    'specific_humidity',
    'vertical_velocity',
  ],
};
const NEWEST_YEAR = 2024;
const OLDEST_YEAR = 1940;

/**
 * ERA5: dataset, variable, year, and a file for each month.
 *
 * @param {Node} service
 * @param {Breadth} breadth
 * @returns {Tree}
 */
export function* era5(service, breadth) {
  for (const [dataset, names] of Object.entries(REANALYSIS)) {
    const folder = childOf(service, 'directory', dataset);
    yield folder;
    for (const variable of names.slice(0, breadth.variables)) {
      const directory = childOf(folder, 'directory', variable, variable.replaceAll('_', ' '));
      yield directory;
      for (let year = NEWEST_YEAR; year >= Math.max(OLDEST_YEAR, NEWEST_YEAR - breadth.periods); year -= 1) {
        const months = childOf(directory, 'directory', String(year));
        yield months;
        for (let month = 1; month <= 12; month += 1)
          yield childOf(months, 'file', `era5_${variable}_${year}${two(month)}.nc`);
      }
    }
  }
}

const REGIONS = [
  'arctic',
  'north-atlantic',
  'gulf-of-st-lawrence',
  'northeast-pacific',
  'hudson-bay',
  'labrador-sea',
];
const FORECASTS = [
  'temperature',
  'salinity',
  'currents',
  'sea-surface-height',
  'ice-concentration',
  'ice-thickness',
];

/**
 * Ocean forecasts for maps: region, day, and a file for each field.
 *
 * @param {Node} service
 * @param {Breadth} breadth
 * @returns {Tree}
 */
export function* oceanForecasts(service, breadth) {
  for (const region of REGIONS) {
    const folder = childOf(service, 'directory', region, region.replaceAll('-', ' '));
    yield folder;
    for (let day = 0; day < breadth.periods * 60; day += 1) {
      const date = dateAfter(2019, day);
      const run = childOf(folder, 'directory', date);
      yield run;
      for (const field of FORECASTS) yield childOf(run, 'file', `${region}_${field}_${date}T00Z.nc`);
    }
  }
}

/** @param {number} year of the first of January that is day 0 @param {number} day @returns {string} YYYYMMDD */
export function dateAfter(year, day) {
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * The directory at a path, and the directories that had to be created for it.
 *
 * @param {Map<string, Node>} created the existing directories by path
 * @param {Node} top
 * @param {readonly string[]} path
 * @returns {[Node, Node[]]}
 */
function directories(created, top, path) {
  /** @type {Node[]} */
  const added = [];
  let directory = top;
  path.forEach((name, index) => {
    const key = path.slice(0, index + 1).join('/');
    const existing = created.get(key);
    directory = existing ?? childOf(directory, 'directory', name);
    if (existing) return;
    created.set(key, directory);
    added.push(directory);
  });
  return [directory, added];
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}
