import { bundleApi } from '../../deploy/bundle-api.ts';

/** Bundles the API into one file for the tests, as the image does. */
export default async function setup(): Promise<void> {
  await bundleApi();
}
