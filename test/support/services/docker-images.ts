import { type ContainerRuntimeClient, getContainerRuntimeClient, ImageName } from 'testcontainers';
import { getReaperImage } from 'testcontainers/build/reaper/reaper.js';
import { Unavailable } from './services.ts';

const connectWithinMs = 15_000;
/** A download that shows no progress for this long has no registry at the other end. */
const silenceMs = 20_000;
const pullWithinMs = 600_000;

/** @throws Unavailable when no Docker engine answers */
export async function connectDocker(): Promise<ContainerRuntimeClient> {
  const { promise: laterImport, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Unavailable('the Docker engine does not answer.')),
    connectWithinMs,
  );
  try {
    return await Promise.race([getContainerRuntimeClient(), laterImport]);
  } catch (error) {
    throw error instanceof Unavailable ? error : new Unavailable('no Docker engine answers.');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes sure that the image is there, downloading it where it is not.
 * @throws Unavailable when it cannot be had
 */
export async function obtainImage(docker: ContainerRuntimeClient, image: string): Promise<void> {
  if (await docker.image.exists(ImageName.fromString(image))) return;
  console.log(`Downloading the image ${image} …`);
  try {
    await pull(docker.container.dockerode, image);
  } catch (error) {
    throw new Unavailable(`the image ${image} cannot be had: ${(error as Error).message}`);
  }
}

/**
 * testcontainers removes what a killed run leaves by means of another container, and fails without its image. Where
 * that cannot be had the tests go without: they stop their containers themselves, unless they are killed.
 */
export async function preferReaper(docker: ContainerRuntimeClient): Promise<void> {
  if (process.env.TESTCONTAINERS_RYUK_DISABLED) return;
  await obtainImage(docker, getReaperImage()).catch(() => {
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  });
}

type Docker = ContainerRuntimeClient['container']['dockerode'];

async function pull(docker: Docker, image: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = new AbortController();
  const giveUp = (reason: string) => {
    abort.abort();
    reject(new Error(reason));
  };
  const overall = setTimeout(giveUp, pullWithinMs, `not downloaded within ${pullWithinMs / 1000} s.`);
  const startSilence = () => setTimeout(giveUp, silenceMs, `no registry answered for ${silenceMs / 1000} s.`);
  let silence = startSilence();
  const onProgress = () => {
    clearTimeout(silence);
    silence = startSilence();
  };
  const follow = (stream: NodeJS.ReadableStream) =>
    docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()), onProgress);
  docker.pull(image, { abortSignal: abort.signal }).then(follow, reject);
  try {
    await promise;
  } finally {
    clearTimeout(overall);
    clearTimeout(silence);
  }
}
