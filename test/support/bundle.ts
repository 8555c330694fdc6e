import { bundleApi } from '../../deploy/bundle-api.ts';

/** Makes the one file that the API's processes of the tests run, as the image does. */
export default async function setup(): Promise<void> {
  await bundleApi();
}
