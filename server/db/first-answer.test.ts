import { expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone.ts';
import { openFlakyDatabase } from '#tests/support/flaky-database.ts';
import { firstAnswer } from './first-answer.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

function listener() {
	const said: string[] = [];
	return { said, onProgress: (step: string) => void said.push(step) };
}

test('a database that is there is not waited for', async () => {
	const { said, onProgress } = listener();

	await firstAnswer(await cloneDatabase(), { onProgress });

	expect(said).toEqual([]);
});

test('one that comes later is waited for, which is said once', async () => {
	const flaky = await openFlakyDatabase(await cloneDatabase());
	await flaky.cut();
	const { promise: isTold, resolve: onProgress } = Promise.withResolvers<string>();

	const answered = firstAnswer(flaky.url, { onProgress });
	const step = await isTold;
	await flaky.mend();
	await answered;

	expect(step).toMatch(/^The database can't be reached: .+ Trying again for 60 seconds$/);
});

test('one that does not come in time is told in a line', async () => {
	const { said, onProgress } = listener();

	const answered = firstAnswer(NOWHERE, { onProgress, withinMs: 800 });

	await expect(answered).rejects.toThrow(/^The database can't be reached: .*127\.0\.0\.1:1\.$/);
	expect(said).toHaveLength(1);
});

test('one that will have nothing to do with us is not waited for', async () => {
	const { said, onProgress } = listener();
	const url = inject('databaseServer').replace('/postgres?', '/there_is_none?');

	await expect(firstAnswer(url, { onProgress })).rejects.toThrow(/there_is_none/);
	expect(said).toEqual([]);
});
