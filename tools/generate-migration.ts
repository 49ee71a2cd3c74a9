import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, run } from './lib/run-program.ts';
import { exitWithError } from './lib/terminal.ts';

/*
 * `npm run db:generate -- --name what_changes` writes the next migration from the tables; a person reads and edits it.
 * drizzle-kit compares the tables only with its newest snapshot, so the older snapshots are deleted.
 */

const CONFIG = 'server/db/drizzle.config.ts';
if (!(await run('drizzle-kit', ['generate', '--config', CONFIG, ...process.argv.slice(2)]))) {
	exitWithError('The migration could not be written.');
}
const folder = join(ROOT, 'server/db/migrations/meta');
const snapshots = await Array.fromAsync(glob('*_snapshot.json', { cwd: folder }));
for (const name of snapshots.sort().slice(0, -1)) await rm(join(folder, name));
