import { expect, test } from 'vitest';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { openApp } from '#tests/support/app.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { openSockets } from '#tests/support/sockets.ts';
import { announce } from './commands.ts';
import { upsertPreference } from './queries.ts';

const t = await openApp();
const { addTask } = t.queue;
const outbox = await openOutbox(t);

const sockets = await openSockets(t);

const studentWithConfirmedEmail = () => t.student({ emailConfirmedAt: new Date() });

test('an announcement is shown in the app, and mailed to a user who has chosen such mails', async () => {
	const student = await studentWithConfirmedEmail();
	await upsertPreference(t.db, student.id, { kind: 'announcement', inApp: true, byMail: true });
	const announcementFields = {
		title: 'Fair on Sunday',
		message: 'On the lawn.',
		type: 'info',
	} as const;

	await t.db.transaction((tx) =>
		announce({ db: tx, addTask }, { ...announcementFields, target: 'all' }),
	);

	expect((await outbox.waitForMail(student.email)).subject).toBe('Fair on Sunday');
	const response = await t.as(student).get('/notices');
	expect(response.json()).toMatchObject({ notifications: 1, announcement: announcementFields });
});

test('an announcement sends an event to the devices of all users, and reading notifications sends an event only to the reader’s devices', async () => {
	const [student, other] = [await t.student(), await t.student()];
	const phone = await sockets.connect(student);
	const otherPhone = await sockets.connect(other);
	const announcementFields = { title: 'Exams', message: 'Good luck.', type: 'info' } as const;

	await t.db.transaction((tx) =>
		announce({ db: tx, addTask }, { ...announcementFields, target: 'all' }),
	);
	await Promise.all(
		[phone, otherPhone].map((connection) =>
			connection.waitFor(REALTIME_EVENTS.notificationsChanged),
		),
	);
	await t.as(student).put('/notifications/read-all');
	await phone.waitFor(REALTIME_EVENTS.notificationsChanged, 2);
	await otherPhone.waitForPending();

	expect(phone.received(REALTIME_EVENTS.notificationsChanged)).toEqual([{}, {}]);
	expect(otherPhone.received(REALTIME_EVENTS.notificationsChanged)).toEqual([{}]);
});
