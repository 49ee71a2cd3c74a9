import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { waitForDatabase } from './open-databases.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

function createProgressListener() {
	const progress: string[] = [];
	return { progress, onProgress: (step: string) => void progress.push(step) };
}

test('the start does not wait for a database that answers or refuses the connection', async () => {
	const { progress, onProgress } = createProgressListener();

	await waitForDatabase(await cloneDatabase(), { onProgress });
	const url = inject('databaseServer').replace('/postgres?', '/there_is_none?');
	const refused = waitForDatabase(url, { onProgress });

	await expect(refused).rejects.toThrow(/there_is_none/);
	expect(progress).toEqual([]);
});

test('the start waits for a database that starts later, and reports the wait', async () => {
	const flaky = await openFlakyDatabase(await cloneDatabase());
	await flaky.disconnect();
	const { promise: reported, resolve: onProgress } = Promise.withResolvers<string>();

	const answered = waitForDatabase(flaky.url, { onProgress });
	const step = await reported;
	await flaky.reconnect();
	await answered;

	expect(step).toMatch(
		/^DATABASE_URL: the database can't be reached: .+ Trying again for 60 seconds$/,
	);
});

test('the start fails with one line when the database does not start in time', async () => {
	const { progress, onProgress } = createProgressListener();

	const answered = waitForDatabase(NOWHERE, { onProgress, timeoutMs: 800 });

	await expect(answered).rejects.toThrow(
		/^DATABASE_URL: the database can't be reached: .*127\.0\.0\.1:1\. Start that database, or correct its address\.$/,
	);
	expect(progress).toHaveLength(1);
});
