import { UnrecoverableError } from 'bullmq';
import { quote } from '../errors.ts';

/** Whether a path names an object or objects of an S3-compatible store, not a file. */
export function isObjectUrl(path: string): boolean {
  return path.startsWith('s3://');
}

/** A bucket, and a key or the beginning of keys in it. */
export interface ObjectName {
  bucket: string;
  key: string;
}

/**
 * The parts of `s3://bucket/key`. The key is taken as it is written: nothing in it is decoded.
 * @throws UnrecoverableError when it names no object that can be requested
 */
export function parseObjectUrl(url: string): ObjectName {
  const [, bucket, key] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})\/(.*)$/s.exec(url) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new UnrecoverableError(`${quote(url)} names no object. Write it as s3://bucket/key.`);
  }
  // An address resolves these away, so that another object would be read.
  if (key.split('/').some((part) => part === '.' || part === '..')) {
    throw new UnrecoverableError(
      `${quote(url)} has a part "." or "..", which no address of an object can have.`,
    );
  }
  return { bucket, key };
}
