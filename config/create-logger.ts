import { type Logger, type LoggerOptions, pino } from 'pino';

/**
 * A log of JSON lines on standard output. Of an error it logs only the message, the type and the stack, and no
 * properties that a client library added: ioredis adds the failed command, which can contain the password.
 */
export function createLogger(options: LoggerOptions): Logger {
  return pino({ ...options, serializers: { err: presentError } }, pino.destination(written));
}

/**
 * Lines are buffered, because a write per line costs more than formatting it: up to 12 KiB or for a tenth of
 * a second. The buffer is flushed when the process ends, except by SIGKILL.
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
