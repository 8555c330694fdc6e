import { errors } from '@elastic/elasticsearch';
import { UnrecoverableError } from 'bullmq';
import { CommanderError } from 'commander';
import { SettingsError } from '../../config/read-settings.ts';
import { ImportFailed, NoSpace } from '../errors.ts';
import { ProfileError } from '../profiles/load-profile.ts';
import { outageOf } from '../retry/retry-while-unavailable.ts';
import { CliError } from './session.ts';

/** Errors whose message is written for operators. */
const written = [
  CliError,
  CommanderError,
  SettingsError,
  ProfileError,
  ImportFailed,
  UnrecoverableError,
  NoSpace,
];

/** The error as a message for an operator; undefined for an unexpected one, whose stack is needed. */
export function explainError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (written.some((kind) => error instanceof kind)) return error.message;
  const detail = error.message.split('\n')[0] || error.name;
  if (error instanceof errors.ResponseError) return `Elasticsearch refused a request: ${detail}`;
  const part = outageOf(error);
  if (part === 'elasticsearch') return `Elasticsearch does not answer: ${detail}. Try again when it does.`;
  if (error.name === 'ReplyError') return `Redis refused a command: ${detail}`;
  if (part === 'redis' || /command timed out/i.test(detail)) {
    return `Redis does not answer: ${detail}. Try again when it does.`;
  }
  // A file that cannot be read or written: the message names it.
  return (error as NodeJS.ErrnoException).syscall ? detail : undefined;
}
