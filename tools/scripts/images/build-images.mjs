// Builds the images that the compose file names and examines what is in them. Started by images.mjs, in namespaces of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from '../checkout.mjs';
import { makeBase } from './base.mjs';
import { build } from './build.mjs';
import { check, expect, report } from './checks.mjs';
import { complaintsAbout, sizeOf } from './contents.mjs';
import { baseOf, stagesOf } from './dockerfile.mjs';
import { npmVolumes } from './npm-settings.mjs';
import { composeOfCheckout, openWork } from './places.mjs';
import { configOf, tidy, withImage } from './storage.mjs';

/** What the images contain besides libraries and packages. @type {Record<string, string[]>} */
const APPS = { api: ['dist/apps/api', 'dist/apps/ui/browser'], proxy: ['dist/apps/proxy'] };

const folders = await openWork();
const built = composeOfCheckout().services.filter((service) => service.build);
const dockerfile = readFileSync(join(root, 'docker/Dockerfile'), 'utf8');
const base = baseOf(dockerfile);
await tidy(folders);
try {
  const isNew = await makeBase(folders, base);
  console.log(
    `The base is Debian ${base.suite} with Node ${base.node}, ${isNew ? 'made now' : 'from the cache'}.`,
  );
} catch (error) {
  report({ notRun: `their base could not be made: ${error instanceof Failure ? error.message : error}` });
  process.exit(0);
}

const volumes = await npmVolumes(folders.work);
/** Stages that no service runs have names too, so that their layers are kept. */
const stages = stagesOf(dockerfile).map(({ name }) => {
  const service = built.find((one) => one.build?.target === name);
  return { stage: name, service, image: service?.image ?? `localhost/gatehouse-stage-${name}:latest` };
});
for (const { stage, service, image } of stages) {
  const { build: source } = service ?? built[0] ?? {};
  if (!source) throw new Failure('No service of the compose file is built.');
  const name = service ? `the image ${image} is built` : `the stage ${stage} of the images is built`;
  await check(name, () => build(folders, source, { stage, image, volumes }));
}
await tidy(folders);

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
for (const { name, image } of built)
  await check(
    `the image ${image} contains its runtime files only, for a user without privileges`,
    async () => {
      const { User } = await configOf(folders, image);
      expect(!['', 'root', '0'].includes(User), 'the user of the image is not root');
      return withImage(folders, `docker.io/library/${base.image}`, (under) =>
        withImage(folders, image, async (rootfs) => {
          const complaints = complaintsAbout(rootfs, under, lock, APPS[name] ?? []);
          if (complaints.length > 0) throw new Failure(complaints.slice(0, 20).join('\n  '));
          return { all: sizeOf(rootfs), own: sizeOf(join(rootfs, 'app')) };
        }),
      );
    },
    ({ all, own }) => `: ${all.toFixed(0)} MB, of which ${own.toFixed(0)} MB are not of its base`,
  );
