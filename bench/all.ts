import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, run } from '#ops/program.ts';
import { say, stop } from '#ops/terminal.ts';
import { benchmarksIn } from './benchmarks.ts';

/** `npm run bench`: every benchmark, one after the other; `npm run bench -- reads idle` only these. It takes some hours. */
async function main(): Promise<void> {
	const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
	const failed: string[] = [];
	for (const name of benchmarksIn(scripts, process.argv.slice(2))) {
		say(`\n${name}`);
		if (!(await run('npm', ['run', '--silent', name]))) failed.push(name);
	}
	if (failed.length > 0) stop(`These did not end well: ${failed.join(', ')}`);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
