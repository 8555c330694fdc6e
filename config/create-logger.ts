import { type Logger, type LoggerOptions, pino } from 'pino';

/**
 * A log of JSON lines on standard output. Of an error it tells what it is and where it was thrown, and nothing that a
 * client library hung on it: ioredis keeps the command that failed, and that can be the one with the password.
 */
export function createLogger(options: LoggerOptions): Logger {
  return pino({ ...options, serializers: { err: presentError } }, pino.destination(written));
}

/**
 * Lines are gathered, for a write of its own a request cost more than making its line: to 12 KiB, or for a tenth of
 * a second. What is gathered is written when the process ends, unless by SIGKILL.
 */
const written = { minLength: 12_288, periodicFlush: 100, sync: false };

interface PresentedError {
  type: string;
  message: string;
  code?: string | undefined;
  stack?: string | undefined;
  cause?: PresentedError;
}

function presentError(error: NodeJS.ErrnoException): PresentedError {
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause instanceof Error && { cause: presentError(cause) }) };
}
