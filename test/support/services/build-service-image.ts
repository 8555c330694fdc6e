import { GenericContainer } from 'testcontainers';
import { chooseImages } from '../../../clients/typescript/src/containers.ts';
import { projectRoot } from '../../../config/project-root.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';

const image = 'gemstone-auction-data-service:test';

/** Builds the service's own image, and obtains those of the engines. */
export async function buildServiceImage() {
  const docker = await connectDocker();
  const { NODE_IMAGE: base = 'node:26.10.0-slim' } = readSettings(['NODE_IMAGE'], process.env);
  const { redisImage, elasticsearchImage } = chooseImages();
  for (const name of [redisImage, elasticsearchImage, base]) await obtainImage(docker, name);
  await preferReaper(docker);
  await GenericContainer.fromDockerfile(projectRoot)
    .withBuildArgs({ NODE_IMAGE: base })
    .build(image, { deleteOnExit: false });
  return { image, base, engine: docker.container.dockerode };
}
