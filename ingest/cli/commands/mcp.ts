import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from 'commander';
import { projectRoot } from '../../../config/project-root.ts';

/** The program is a process of its own: it asks a running API, and shares nothing with this command. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .option('--url <url>', 'address of the running service; by default the one on this machine')
    .addHelpText(
      'after',
      `
Assistants start this command themselves: docs/assistants.md.

Example:
  gem-auctions mcp --url https://gems.example.com`,
    )
    .action(async ({ url }: { url?: string }) => {
      const program = join(projectRoot, 'api/ext/mcp/stdio.ts');
      const child = spawn(process.execPath, [program, ...(url ? ['--url', url] : [])], { stdio: 'inherit' });
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => child.kill(signal));
      const [code] = await once(child, 'close');
      process.exitCode = code ?? 0;
    });
}
