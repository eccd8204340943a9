// Builds the images that the compose file names and examines what is in them. Started by images.mjs, in namespaces of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, root } from '../checkout.mjs';
import { makeBase } from './base.mjs';
import { build } from './build.mjs';
import { check, expect, report } from './checks.mjs';
import { complaintsAbout, sizeOf } from './contents.mjs';
import { baseOf, copiedStagesOf } from './dockerfile.mjs';
import { npmVolumes } from './npm-settings.mjs';
import { composeOfCheckout, openWork } from './places.mjs';
import { configOf, tidy, withImage } from './storage.mjs';

/** What the images contain besides libraries and packages. @type {Record<string, string[]>} */
const APPS = {
  api: ['dist/apps/api', 'dist/apps/ui/browser', 'dist/apps/cli/package'],
  proxy: ['dist/apps/proxy'],
};
/** Programs that are found by their names. @type {Record<string, Record<string, string>>} */
const LINKS = { api: { 'usr/local/bin/gatehouse': '/app/dist/apps/cli/package/gatehouse.cjs' } };

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
const [source] = built.flatMap((service) => service.build ?? []);
if (!source) throw new Failure('No service of the compose file is built.');
// Stages whose files are copied have names of their own, so that their layers are kept.
for (const stage of copiedStagesOf(dockerfile)) {
  const target = { stage, image: `localhost/gatehouse-stage-${stage}:latest`, volumes };
  await check(`the stage ${stage} of the images is built`, () => build(folders, source, target));
}
for (const { image, build: own = source } of built)
  await check(`the image ${image} is built`, () =>
    build(folders, own, { stage: own.target, image, volumes }),
  );
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
          const complaints = complaintsAbout(rootfs, under, lock, APPS[name] ?? [], LINKS[name]);
          if (complaints.length > 0) throw new Failure(complaints.slice(0, 20).join('\n  '));
          return { all: sizeOf(rootfs), own: sizeOf(join(rootfs, 'app')) };
        }),
      );
    },
    ({ all, own }) => `: ${all.toFixed(0)} MB, of which ${own.toFixed(0)} MB are not of its base`,
  );
