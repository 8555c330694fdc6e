import { Command } from 'commander';
import { runProgram } from '../run-program.ts';

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
      process.exitCode = await runProgram('api/ext/mcp/stdio.ts', url ? ['--url', url] : []);
    });
}
