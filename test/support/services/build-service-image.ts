import { GenericContainer } from 'testcontainers';
import { chooseImages } from '../../../clients/typescript/src/containers.ts';
import { projectRoot } from '../../../config/project-root.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';

const image = 'gemstone-auction-data-service:test';

/** Obtains the images of the engines and of the service: that of SERVICE_IMAGE, or else one that is built. */
export async function buildServiceImage() {
  const docker = await connectDocker();
  const engine = docker.container.dockerode;
  const given = readSettings(['NODE_IMAGE', 'SERVICE_IMAGE'], process.env);
  const { NODE_IMAGE: base = 'node:26.10.0-slim', SERVICE_IMAGE } = given;
  const { redisImage, elasticsearchImage } = chooseImages();
  for (const name of [redisImage, elasticsearchImage, base]) await obtainImage(docker, name);
  await preferReaper(docker);
  if (SERVICE_IMAGE) {
    await obtainImage(docker, SERVICE_IMAGE);
    return { image: SERVICE_IMAGE, base, engine };
  }
  await GenericContainer.fromDockerfile(projectRoot)
    .withBuildArgs({ NODE_IMAGE: base })
    .build(image, { deleteOnExit: false });
  return { image, base, engine };
}
