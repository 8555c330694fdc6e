import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process of the operating system. `startedAt` distinguishes it from a later process with the same ID. */
interface ProcessEntry {
  parent: number;
  name: string;
  startedAt: string;
}

/** The process with this id, or undefined when there is none. A zombie does not count. */
export function findProcess(pid: number): ProcessEntry | undefined {
  return process.platform === 'linux' ? readProc(pid) : askPs(pid);
}

/** Linux has it in /proc, and minimal installations have no `ps`. */
function readProc(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain parentheses and spaces: proc(5).
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : { parent: Number(parent), name, startedAt: rest[17]! };
  } catch {
    return undefined;
  }
}

function askPs(pid: number): ProcessEntry | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,ppid=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const fields = /^(\S+)\s+(\d+)\s+(\S+\s+\S+\s+\d+\s+\S+\s+\d+)\s+(.*)$/.exec(line.trim());
    const [, state = '', parent, startedAt = '', name = ''] = fields!;
    return state.startsWith('Z') ? undefined : { parent: Number(parent), name, startedAt };
  } catch {
    return undefined;
  }
}
