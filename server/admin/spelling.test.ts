import { expect, test } from 'vitest';
import { insertFeedback } from '#server/features/feedback/queries.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const office = t.as(await t.admin());

/** One letter in two encodings that look the same, and what begins with it. */
const [ONE, OTHER] = ['\u095bोया', 'ज\u093cोया'];

async function makeFeedback(name: string): Promise<number | undefined> {
	const said = { email: 'zoya@campus.example', feedback: name, rating: 5, category: 'general' };
	return insertFeedback(t.db, { name, ...said });
}

async function makeNotification(title: string): Promise<number> {
	const words = { title, message: 'On Friday.', type: 'info', target: 'admins' };
	const { notification } = (await office.post('/admin/notifications', words)).json();
	return notification.id;
}

const makeUser = async (userName: string) => (await t.student({ userName })).id;

test.each([
	['users', makeUser, '/admin/users?search='],
	['users', makeUser, '/admin/search?q='],
	['feedbacks', makeFeedback, '/admin/feedback?q='],
	['notifications', makeNotification, '/admin/notifications?q='],
] as const)(
	'%s are found by a letter in whichever of its two spellings',
	async (list, make, path) => {
		const made = [await make(`${ONE} Khan`), await make(`${OTHER} Khan`)];

		for (const typed of [ONE, OTHER]) {
			const found = (await office.get(`${path}${encodeURIComponent(typed)}`)).json();
			const ids = found[list].map(({ id }: { id: number }) => id);
			expect(ids).toEqual(expect.arrayContaining(made));
		}
	},
);
