// The users of the platform: members of institutes, who work on projects and have duties.

/** @typedef {import('./random.mjs').Random} Random */

/** @typedef {{ name: string, title: string, email: string, institute: number }} User `title` is the full name */
/** @typedef {{ name: string, title: string, description: string, discoverable: boolean }} Team */

const FIRST_NAMES =
  'Adaeze Aiko Alejandra Amara Anneli Antoine Asha Beatriz Björn Carmen Chidi Chloé Clara Dag Daniela Dmitri Elif Emeka ' +
  'Emma Erik Fatima Félix Freya Gabriel Giulia Hana Hassan Henrik Ibrahim Ines Ingrid Isabel Ivan Jana Jin João Jonas ' +
  'Josephine Jules Kaito Karim Katarina Kenji Lars Laila Léa Leif Linh Lucía Magnus Maren Maria Mateo Mei Miguel Mina ' +
  'Nadia Naomi Niamh Noah Olga Olivier Omar Paula Pedro Priya Rafael Ravi Rosa Samira Sanna Sara Simon Sofia Stefan ' +
  'Sunita Tariq Theo Tomás Ulla Valentina Viktor Wei Yara Yusuf Zanele Zofia';
const LAST_NAMES =
  'Abdullah Achterberg Adeyemi Almeida Andersen Arsenault Bakker Baptiste Beaulieu Bergström Bianchi Bouchard Brandt ' +
  'Carvalho Castillo Chen Costa Dahl Delacroix Desrosiers Díaz Dubois Eriksen Fernández Fischer Fontaine Fortin Gagnon ' +
  'Garcia Gauthier Haddad Hagen Hansen Hoffmann Huang Ivanova Jensen Johansson Kamara Kaur Keller Khan Kim Kobayashi ' +
  'Kowalski Kumar Lachance Lambert Larsen Lavoie Lefebvre Lindqvist Lopez MacDonald Mahmoud Marchetti Martin Mbeki ' +
  'Moreau Mori Müller Nakamura Ndiaye Nguyen Nielsen Novak Nowak Okafor Okonkwo Oliveira Olsen Osei Park Patel Pelletier ' +
  'Petrov Poirier Popescu Ramirez Rao Richard Rossi Roy Sato Schneider Sharma Silva Singh Soto Steiner Svensson Takahashi ' +
  'Tanaka Tran Tremblay Vasquez Virtanen Vogel Wagner Walsh Wang Weber Yamamoto Yilmaz Zhang Zimmermann';

/** Names of institutes, their domains being reserved for examples. */
const INSTITUTES = [
  'Northern Institute for Climate Research',
  'Coastal Observatory',
  'Centre for Regional Modelling',
  'Polar Data Centre',
  'Institute of Hydrology and Snow',
  'Agency for Forests and Fire',
  'School of Geomatics',
  'National Mapping Office',
  'Laboratory of Ocean Forecasting',
  'Institute for Health and Heat',
  'Observatory of the Boreal',
  'Department of Agronomy',
  'Centre for Urban Climate',
  'Institute of Energy Systems',
  'Space Observation Group',
  'Marine Biology Station',
];

/** Duties that do not belong to a project. */
const DUTIES = /** @type {const} */ ([
  ['data-stewards', 'Publish and withdraw datasets.'],
  ['map-editors', 'Edit layers and styles.'],
  ['process-operators', 'Run and watch processes.'],
  ['external-reviewers', 'See what is under review.'],
  ['students', 'Have a course with notebooks.'],
]);

const SUBJECTS = [
  'sea ice',
  'permafrost',
  'river floods',
  'heat waves',
  'wildfire',
  'snow cover',
  'drought',
  'storm surge',
  'crop yield',
  'air quality',
  'glacier retreat',
  'marine heat',
  'wind energy',
  'coastal erosion',
  'freezing rain',
  'groundwater',
  'urban heat',
  'wetland carbon',
  'biodiversity',
  'lake temperature',
];
const PLACES = [
  'Arctic',
  'Great Lakes',
  'St Lawrence',
  'Prairies',
  'Labrador',
  'Hudson Bay',
  'Rockies',
  'Pacific Coast',
  'Maritimes',
  'Boreal Shield',
  'Alps',
  'Baltic',
  'Mediterranean',
  'Sahel',
  'Andes',
  'Amazon',
  'Himalaya',
  'Mekong',
  'Murray Basin',
  'Antarctic',
];

/**
 * @param {number} count
 * @param {Random} random
 * @returns {User[]} with names and emails that are all different
 */
export function makeUsers(count, random) {
  const [first, last] = [FIRST_NAMES.split(' '), LAST_NAMES.split(' ')];
  /** @type {Map<string, number>} */
  const namesakes = new Map();
  return Array.from({ length: count }, () => {
    const title = `${random.pick(first)} ${random.pick(last)}`;
    const plain = slug(title).replace('-', '.');
    const times = (namesakes.get(plain) ?? 0) + 1;
    namesakes.set(plain, times);
    const name = times === 1 ? plain : `${plain}${times}`;
    const institute = INSTITUTES.indexOf(random.pickEarly(INSTITUTES));
    return { name, title, email: `${name}@${slug(INSTITUTES[institute] ?? '')}.example`, institute };
  });
}

/** @returns {Team[]} */
export function makeInstitutes() {
  return INSTITUTES.map((title) => ({
    name: slug(title),
    title,
    description: `Staff of the ${title}.`,
    discoverable: false,
  }));
}

/** @returns {Team[]} */
export function makeDuties() {
  return DUTIES.map(([name, description]) => ({ name, title: name, description, discoverable: false }));
}

/**
 * @param {number} count
 * @returns {Team[]} projects, at most 1,200; every third one can be found and joined by every user
 */
export function makeProjects(count) {
  const all = ['', ' observations', ' scenarios'].flatMap((kind) =>
    // Diagonally, so that a few projects have different subjects and places.
    PLACES.flatMap((_place, shift) =>
      SUBJECTS.map((subject, index) => ({
        subject: `${subject}${kind}`,
        place: PLACES[(index + shift) % PLACES.length] ?? '',
      })),
    ),
  );
  return all.slice(0, count).map(({ subject, place }, index) => ({
    name: slug(`${place} ${subject}`),
    title: `${place}: ${subject}`,
    description: `The project on ${subject} (${place}).`,
    discoverable: index % 3 === 0,
  }));
}

/** @param {string} text @returns {string} in lower-case letters, digits and hyphens */
function slug(text) {
  const letters = text.normalize('NFD').replace(/\p{Mark}/gu, '');
  return letters
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replace(/[^a-z0-9]+/g, '-');
}
