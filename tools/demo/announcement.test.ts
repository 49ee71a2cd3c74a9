import { expect, test } from 'vitest';
import { announcements } from '#server/db/schema/notifications.ts';
import { openApp } from '#tests/support/app.ts';
import { DEMO_ANNOUNCEMENT, insertDemoAnnouncement } from './announcement.ts';

const t = await openApp();

test('the announcement of the demo data is delivered to every user', async () => {
	const students = [await t.student(), await t.student()];

	await t.db.transaction((tx) => insertDemoAnnouncement(tx));

	const [row] = await t.db.select().from(announcements);
	expect(row?.deliveredAt).toBeInstanceOf(Date);
	for (const student of students) {
		const response = await t.as(student).get('/notices');
		expect(response.json()).toMatchObject({
			notifications: 1,
			announcement: { title: DEMO_ANNOUNCEMENT.title, type: 'info' },
		});
	}
});
