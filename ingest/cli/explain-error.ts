import { styleText } from 'node:util';
import { errors } from '@elastic/elasticsearch';
import { UnrecoverableError } from 'bullmq';
import { SettingsError } from '../../config/read-settings.ts';
import {
  ImportFailed,
  NoSpace,
  outageOf,
  ProfileError,
  refusalOf,
  shortenReason,
  Unavailable,
} from '../errors.ts';
import { CliError } from './session.ts';
import { printable } from './show.ts';

/** An error as the command line prints it: a message for an operator, or the stack of an unexpected error. */
export function explainError(error: unknown): string {
  const message = explain(error) ?? (error as Error).stack ?? String(error);
  return styleText('red', printable(shortenReason(message)), { stream: process.stderr });
}

/** Errors with messages for operators. */
const explainedErrors = [
  CliError,
  SettingsError,
  ProfileError,
  ImportFailed,
  UnrecoverableError,
  NoSpace,
  Unavailable,
];

/** The message of an error for an operator; undefined for an unexpected error, whose stack is needed. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (explainedErrors.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof errors.ResponseError) return refusalOf(error);
  const detail = error.message.split('\n')[0] || error.name;
  const part = outageOf(error);
  if (part === 'elasticsearch')
    return `Elasticsearch does not respond: ${detail}. Check that it runs, and try again.`;
  if (error.name === 'ReplyError') return `Redis refused a command: ${detail}`;
  if (part === 'redis' || /command timed out/i.test(detail)) {
    return `Redis does not respond: ${detail}. Check that it runs, and try again.`;
  }
  // An error of the file system names the file.
  return (error as NodeJS.ErrnoException).syscall ? detail : undefined;
}
