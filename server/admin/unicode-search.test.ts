import { expect, test } from 'vitest';
import { insertFeedback } from '#server/features/feedback/queries.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const adminClient = t.as(await t.admin());

/** A name whose first letter is one code point in the first form, and a letter with a combining dot in the second. */
const [COMPOSED, DECOMPOSED] = ['\u095bोया', 'ज\u093cोया'];

async function makeFeedback(name: string): Promise<number | undefined> {
	const fields = { email: 'zoya@campus.example', feedback: name, rating: 5, category: 'general' };
	return insertFeedback(t.db, { name, ...fields });
}

async function makeNotification(title: string): Promise<number> {
	const fields = { title, message: 'On Friday.', type: 'info', target: 'admins' };
	const { notification } = (await adminClient.post('/admin/notifications', fields)).json();
	return notification.id;
}

const makeUser = async (userName: string) => (await t.student({ userName })).id;

test.each([
	['users', makeUser, '/admin/users?search='],
	['users', makeUser, '/admin/search?q='],
	['feedbacks', makeFeedback, '/admin/feedback?q='],
	['notifications', makeNotification, '/admin/notifications?q='],
] as const)(
	'a search of %s finds a letter in both its composed and its decomposed Unicode form',
	async (list, createEntry, path) => {
		const createdIds = [
			await createEntry(`${COMPOSED} Khan`),
			await createEntry(`${DECOMPOSED} Khan`),
		];

		for (const input of [COMPOSED, DECOMPOSED]) {
			const body = (await adminClient.get(`${path}${encodeURIComponent(input)}`)).json();
			const ids = body[list].map(({ id }: { id: number }) => id);
			expect(ids).toEqual(expect.arrayContaining(createdIds));
		}
	},
);
