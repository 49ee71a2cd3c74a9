import { beforeEach, expect, test, vi } from 'vitest';
import { checkSession } from '#contract/auth/endpoints.ts';
import { SESSION_DAYS } from '#contract/core/cookies.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { changeEntry } from './change-entry.ts';
import { withDraftStore } from './database.ts';
import { currentDraftDatabase } from './drafts.ts';
import { VISITOR_SAVED_PREFIX, VISITOR_SEEN_KEY } from './visitor-keys.ts';

const OWN = [
	`${STUDENT.id}/form/wanted/new`,
	`${STUDENT.id}/new/fields`,
	`chat/${STUDENT.id}/1-7/draft`,
];
const OTHERS = ['99/form/wanted/new', '99/new/fields', 'chat/99/1-99/draft'];

const put = (key: string, value: unknown) =>
	withDraftStore('readwrite', (store) => store.put(value, key));

/** The keys of all drafts, without the student's saved items, which a page of an earlier test may load late. */
async function storedKeys(): Promise<string[]> {
	const keys = await withDraftStore('readonly', (store) => store.getAllKeys());
	return (keys ?? []).map(String).filter((key) => key !== `${STUDENT.id}/saved-ids`);
}

/** Stores a draft under each key, in a browser that was last used by `userId`. */
async function storeDrafts(userId: number, keys: readonly string[]): Promise<void> {
	for (const key of keys) await put(key, 'I would');
	await put('owner', { userId, seenAtMs: Date.now() });
}

function passDays(days: number): void {
	vi.setSystemTime(Date.now() + days * 86_400_000);
}

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});

test('drafts of a user whose session ended elsewhere are deleted once another user logs in', async () => {
	await storeDrafts(99, [...OTHERS, ...OWN]);

	await renderComponent(null, { as: STUDENT });

	await expect.poll(storedKeys).toEqual([...OWN, 'owner']);
});

test('logging in deletes other users’ drafts, but keeps the items that a visitor saved and viewed before logging in', async () => {
	await storeDrafts(99, [
		...OTHERS,
		'nobody/searches',
		`${VISITOR_SAVED_PREFIX}12`,
		VISITOR_SEEN_KEY,
	]);

	await renderComponent(null, { as: STUDENT });

	await expect.poll(storedKeys).toEqual([`${VISITOR_SAVED_PREFIX}12`, VISITOR_SEEN_KEY, 'owner']);
});

test('drafts are kept when the same user logs in again', async () => {
	await storeDrafts(STUDENT.id, OWN);
	passDays(1);

	await renderComponent(null, { as: STUDENT });

	const owner = () => withDraftStore('readonly', (store) => store.get('owner'));
	await expect
		.poll(owner)
		.toEqual({ userId: STUDENT.id, seenAtMs: expect.closeTo(Date.now(), -4) });
	expect(await storedKeys()).toEqual([...OWN, 'owner']);
});

test('drafts are deleted on the first visit after the session has expired', async () => {
	await storeDrafts(STUDENT.id, OWN);
	passDays(SESSION_DAYS + 1);
	fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));

	await renderComponent(null, { as: STUDENT });

	await expect.poll(storedKeys).toEqual([]);
});

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
