import { expect, test } from 'vitest';
import { changeEntry } from './change-entry.ts';
import { withDraftStore } from './database.ts';
import { currentDraftDatabase } from './drafts.ts';

test('an entry of the draft store can be changed after the browser has closed the database', async () => {
	await withDraftStore('readwrite', (store) => store.put(1, 'count'));
	currentDraftDatabase()?.dispatchEvent(new Event('close'));

	await changeEntry<number>('count', (stored) => stored + 1);

	expect(await withDraftStore('readonly', (store) => store.get('count'))).toBe(2);
});

test('changing a missing entry of the draft store does not create the entry', async () => {
	await changeEntry<number | undefined>('count', () => 1);

	expect(await withDraftStore('readonly', (store) => store.count('count'))).toBe(0);
});
