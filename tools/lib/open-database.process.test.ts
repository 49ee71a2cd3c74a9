import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { copyMigratedDatabase } from '#tests/support/migrated-database.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { query } from '#tests/support/query.ts';
import { openDatabase } from './open-database.ts';

const base = await createTempFolder();
await chmod(base, 0o755);

test('a tool uses the database of a running app and leaves it running; without an app, the tool starts and stops the database', async () => {
	const dataDir = join(base, 'market');
	const folder = await copyMigratedDatabase(join(dataDir, 'postgres'));
	const postgres = await startEmbeddedPostgres({ folder });
	onTestFinished(postgres.stop);
	const logLines: string[] = [];
	const log = (line: string) => logLines.push(line);

	const first = await openDatabase({ databaseUrl: undefined, dataDir }, log);
	await query(first.url, 'create table kept as select 1 as one');
	await first.close();

	expect(logLines).toEqual([`Using the market that runs on ${dataDir}`]);
	expect(await query(postgres.url('postgres'), 'select * from kept')).toEqual([{ one: 1 }]);

	await postgres.stop();
	const second = await openDatabase({ databaseUrl: undefined, dataDir }, log);
	onTestFinished(second.close);

	expect(logLines.at(-1)).toBe(
		`Starting the database of ${dataDir}, because no server is running on it`,
	);
	expect(await query(second.url, 'select * from kept')).toEqual([{ one: 1 }]);
	await second.close();
	await expect(query(second.url, 'select 1')).rejects.toThrow();
});
