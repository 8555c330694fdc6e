import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { TSchema } from 'typebox';
import Format from 'typebox/format';
import Value from 'typebox/value';
import { type SettingName, type Settings, settings } from './settings.ts';

/** Settings that a process cannot start with: all problems at once, one per line. */
export class SettingsError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`These settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/**
 * Reads the named settings from the environment, with defaults for unset or empty ones. A setting that may hold a
 * secret can be in the file named by `NAME_FILE` instead.
 * @throws SettingsError naming every setting that is not of its type or range.
 */
export function readSettings<const Name extends SettingName>(
  names: readonly Name[],
  environment: NodeJS.ProcessEnv,
): Pick<Settings, Name> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const schema: SettingSchema = settings[name];
    const text = schema.writeOnly ? readSecret(name, environment, problems) : environment[name];
    const value = text ? parse(text, schema.type) : schema.default;
    values[name] = value;
    if (value !== undefined && !Value.Check(settings[name], value)) {
      const shown = schema.writeOnly
        ? '(not shown: it may hold a secret)'
        : JSON.stringify(text).replace(login, '//…@');
      problems.push(`${name}=${shown}: ${schema.description} ${allowed(schema)}`);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return values as Pick<Settings, Name>;
}

/** User and password in a URL, which may contain any character but a space. */
const login = /\/\/\S*@/g;

/** The value of a setting or of its file. */
function readSecret(name: string, environment: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name];
  if (environment[name]) problems.push(`${name} and ${name}_FILE are both set. Set one of them.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${name}_FILE=${JSON.stringify(file)}: the file cannot be read (${code}).`);
    return undefined;
  }
}

/** The required members of a setting's schema. */
interface SettingSchema extends TSchema {
  type?: string;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  pattern?: string;
  examples?: unknown[];
  writeOnly?: boolean;
}

/** Whole numbers consist of digits only; other text fails the check. */
function parse(text: string, type: string | undefined): unknown {
  return type === 'integer' && /^[0-9]{1,15}$/.test(text) ? Number(text) : text;
}

function allowed(schema: SettingSchema): string {
  if (schema.enum) return `Allowed: ${schema.enum.join(', ')}.`;
  if (schema.minimum !== undefined) return `Allowed: ${schema.minimum} to ${schema.maximum}.`;
  if (schema.examples) return `Allowed: such as ${schema.examples.join(' or ')}.`;
  return `Allowed: text that matches ${schema.pattern}.`;
}

// CIDRs or single addresses, separated by commas.
Format.Set('networks', (text) =>
  text.split(',').every((part) => ipaddr.isValidCIDR(part.trim()) || ipaddr.isValid(part.trim())),
);

Format.Set('addresses', (text) => text.split(',').every((part) => URL.canParse(part)));

// The clients read the file again: this only checks that it is a certificate file.
Format.Set('certificates', (path) => {
  try {
    return readFileSync(path, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
});

/**
 * The environment with the addresses of the stack that runs in LOCAL_DIR, where neither ELASTICSEARCH_URL nor REDIS_URL
 * is set. The file of a stack that no longer runs is ignored.
 * @throws SettingsError when LOCAL_DIR cannot be used
 */
export function withLocalStack(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (environment.ELASTICSEARCH_URL || environment.REDIS_URL) return environment;
  const { LOCAL_DIR } = readSettings(['LOCAL_DIR'], environment);
  try {
    const { pid, ...addresses } = JSON.parse(readFileSync(join(LOCAL_DIR, 'stack.json'), 'utf8'));
    // Fails for a process that has ended.
    process.kill(pid, 0);
    return { ...environment, ...addresses };
  } catch {
    return environment;
  }
}
