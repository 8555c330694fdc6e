import { relative, resolve } from 'node:path';
import { Queue } from 'bullmq';
import { Command, InvalidArgumentError } from 'commander';
import { meant } from '../../errors.ts';
import { checkImportJob, isObjectUrl } from '../../queue/contract.ts';
import { keepSchedulers, type RunScheduleData, schedulesQueueName } from '../../schedules/run-schedules.ts';
import { parseObjectUrl } from '../../source/object-store.ts';
import { type Schedule, type ScheduleStore, scheduleStore } from '../../store/schedules.ts';
import { CliError, type CliSession, withSession } from '../session.ts';
import { alignColumns, printable } from '../show.ts';
import { addFileOptions, type FileOptions, payloadOf, withProfile } from './import.ts';

export function schedulesCommand(): Command {
  const command = new Command('schedules').addHelpText(
    'after',
    `
Examples:
  gem-auctions schedules
  gem-auctions schedules add christies 's3://lots/christies/*.csv.gz' --every 15m --profile christies-lots
  gem-auctions schedules add inbox inbox/ --every 1h
  gem-auctions schedules remove inbox`,
  );
  // The default command, so that the options of the list work without its name.
  const list = listCommand().copyInheritedSettings(command).allowExcessArguments();
  command.addCommand(list, { isDefault: true });
  command.addCommand(addCommand().copyInheritedSettings(command));
  command.addCommand(removeCommand().copyInheritedSettings(command));
  return command;
}

function listCommand(): Command {
  return new Command('list')
    .description('List the schedules with their last and next runs.')
    .option('--json', 'a JSON array')
    .action(async (options: { json?: boolean }, { args: [unknown] }: Command) => {
      if (unknown !== undefined)
        throw new CliError(
          `There is no command "schedules ${unknown}"${meant(unknown, ['list', 'add', 'remove'])}.`,
        );
      await withSchedules(async (session) => {
        const listed = await listSchedules(session);
        console.log(options.json ? JSON.stringify(listed, null, 2) : tableOf(listed));
      });
    });
}

function addCommand(): Command {
  return addFileOptions(new Command('add'))
    .description('Add a schedule, or change the one with this name. It runs for the first time at once.')
    .argument('<name>', 'lower-case letters, digits and hyphens', scheduleName)
    .argument(
      '<path>',
      'file, folder or glob below IMPORT_ROOT; or s3://bucket/key, s3://bucket/prefix/, or a glob of keys',
    )
    .requiredOption('--every <interval>', 'such as 30s, 15m, 6h or 1d', interval)
    .option('--json', 'one JSON object')
    .addHelpText(
      'after',
      `
Each file or object is imported once, and again whenever it changes. A failed one is not imported again until it changes;
to repeat it, use gem-auctions retry.

Example:
  gem-auctions schedules add christies 's3://lots/christies/*.csv.gz' --every 15m --profile christies-lots`,
    )
    .action(async (name: string, path: string, options: FileOptions & { every: number; json?: boolean }) => {
      const { every: every_ms, json: _json, ...fileOptions } = options;
      const withOptions = payloadOf(await withProfile(fileOptions));
      await withSchedules(async (session) => {
        const payload = { ...withOptions, path: sourcePath(path, session.config.IMPORT_ROOT) };
        checkImportJob('import-file', payload);
        await session.schedules.put({ name, every_ms, payload });
        // Its scheduler starts again, with a run at once.
        await session.runs.removeJobScheduler(name);
        await keepSchedulers(session.schedules, session.runs);
        const added = (await listSchedules(session)).find((one) => one.name === name)!;
        console.log(options.json ? JSON.stringify(added) : `schedule ${name}: ${printable(payload.path)}`);
      });
    });
}

function removeCommand(): Command {
  return new Command('remove')
    .description('Remove a schedule. Its enqueued imports continue, and its imported records stay.')
    .argument('<name>', 'name of the schedule', scheduleName)
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  gem-auctions schedules remove inbox')
    .action(async (name: string, options: { json?: boolean }) => {
      await withSchedules(async (session) => {
        if (!(await session.schedules.remove(name))) {
          throw new CliError(`There is no schedule "${name}". List them: npx gem-auctions schedules`);
        }
        await session.runs.removeJobScheduler(name);
        console.log(options.json ? JSON.stringify({ name, removed: true }) : `schedule ${name} is removed`);
      });
    });
}

/** The connections of the schedule commands. */
interface SchedulesSession extends CliSession {
  schedules: ScheduleStore;
  /** The queue of the runs of schedules. */
  runs: Queue<RunScheduleData>;
}

async function withSchedules(work: (session: SchedulesSession) => Promise<void>): Promise<void> {
  await withSession((session) => {
    const { elasticsearch, indexAlias, redis } = session;
    const runs = new Queue<RunScheduleData>(schedulesQueueName(indexAlias), { connection: redis });
    runs.on('error', () => {});
    return work({ ...session, schedules: scheduleStore(elasticsearch, indexAlias), runs });
  });
}

/** A schedule in a list. */
type ShownSchedule = ReturnType<typeof shown>;

async function listSchedules({ schedules, runs }: SchedulesSession): Promise<ShownSchedule[]> {
  const [listed, schedulers] = await Promise.all([schedules.list(), runs.getJobSchedulers()]);
  const next = new Map(schedulers.map((scheduler) => [scheduler.key, scheduler.next]));
  return listed.map((schedule) => shown(schedule, next.get(schedule.name)));
}

function shown({ name, every_ms, payload, last_run }: Schedule, next: number | undefined) {
  const { path, mode = 'upsert', profile } = payload;
  return {
    ...{ name, path, mode, profile: profile?.name ?? null, every_ms },
    next_run_at: next === undefined ? null : new Date(next).toISOString(),
    last_run: last_run ?? null,
  };
}

function tableOf(listed: ShownSchedule[]): string {
  if (listed.length === 0) return 'There are no schedules yet.';
  const time = (at: string | null | undefined) => at?.slice(0, 19).replace('T', ' ') ?? '';
  const rows = listed.map(({ name, every_ms, next_run_at, last_run, path }) => [
    ...[name, formatInterval(every_ms), time(next_run_at), time(last_run?.at)],
    ...(last_run ? [String(last_run.found), String(last_run.enqueued)] : ['', '']),
    last_run?.error ? `${path} (last run failed: ${last_run.error})` : path,
  ]);
  const head = ['schedule', 'every', 'next run (UTC)', 'last run (UTC)', 'found', 'imported', 'path'];
  return alignColumns([head, ...rows]);
}

/** Milliseconds of each unit of an interval. */
const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const minIntervalMs = 10 * units.s;
const maxIntervalMs = 366 * units.d;

function interval(text: string): number {
  const [, count, unit] = /^([1-9][0-9]{0,5})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * units[unit as keyof typeof units];
  if (!(ms >= minIntervalMs && ms <= maxIntervalMs)) {
    throw new InvalidArgumentError('It must be a whole number followed by s, m, h or d, from 10s to 366d.');
  }
  return ms;
}

function formatInterval(ms: number): string {
  const unit = (['d', 'h', 'm'] as const).find((name) => ms % units[name] === 0) ?? 's';
  return `${ms / units[unit]}${unit}`;
}

function scheduleName(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,59}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must have up to 60 lower-case letters, digits and hyphens, and not begin with a hyphen.',
  );
}

/** The path for the workers. @throws CliError when it is outside IMPORT_ROOT */
function sourcePath(path: string, importRoot: string): string {
  if (isObjectUrl(path)) {
    parseObjectUrl(path);
    return path;
  }
  const below = relative(importRoot, resolve(importRoot, path));
  if (below.split('/')[0] === '..') {
    throw new CliError(`"${path}" is outside IMPORT_ROOT (${importRoot}), so workers cannot read it.`);
  }
  return below || '.';
}
