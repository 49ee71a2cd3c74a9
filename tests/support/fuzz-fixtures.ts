import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { admins } from '#server/db/schema/admins.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { reports } from '#server/db/schema/reports.ts';
import { settings } from '#server/db/schema/settings.ts';
import type { App } from './app.ts';
import type { ClientKind } from './arbitrary-requests.ts';
import { insertRow } from './insert-row.ts';

/** Users and rows that random requests may change or delete. `refresh` and `renew` create new ones. */
export async function openFuzzFixtures(t: App) {
	const people = new Map<ClientKind, { id: number; token: string }>();
	let ids: number[] = [];

	/** Replaces a client's account with a new one that is signed in. */
	async function renew(who: ClientKind): Promise<void> {
		if (who === 'student' || who === 'other student') people.set(who, await t.student());
		if (who === 'administrator') people.set(who, await t.admin());
		if (who === 'super') people.set(who, await t.admin({ roleLevel: 'super_admin' }));
	}

	/** Creates new users, and new rows whose ids a request may contain. Each student owns some of them. */
	async function refresh(): Promise<void> {
		for (const who of ['student', 'other student', 'administrator', 'super'] as const)
			await renew(who);
		const [student, other, admin] = ['student', 'other student', 'administrator'].map((who) =>
			people.get(who as ClientKind),
		);
		if (!student || !other || !admin) throw new Error('Everybody has just been renewed.');
		const [own, theirs, sold, banned] = [
			await t.item(student),
			await t.item(other),
			await t.item(other, { soldAt: new Date() }),
			await t.item(student, { bannedAt: new Date(), banReason: 'Spam.' }),
		];
		const room = await t.conversation(theirs, student);
		await t.message(room, student, 'Is it there?');
		await t.message(room, other, 'It is.');
		const rowIds = await insertReportsAndNotifications(t, { student, other, item: theirs });
		ids = [student, other, own, theirs, sold, banned, admin].map(({ id }) => id).concat(rowIds);
	}

	await refresh();
	return {
		tokenOf: (who: ClientKind) =>
			who === 'made-up token' ? 'abc.def.ghi' : people.get(who)?.token,
		personOf: (who: ClientKind) => people.get(who),
		fillPlaceholders: (text: string) =>
			text.replace(/~(\d+)~/g, (_, index) => String(ids[Number(index) % ids.length])),
		renew,
		refresh,
		/** Ends maintenance, no longer requires two-step sign-in, and turns it off for all but super administrators. */
		async endMaintenance(): Promise<void> {
			await t.db.update(settings).set({ maintenanceMode: false, requireTwoStep: false });
			await t.db.update(admins).set({ totpConfirmedAt: null }).where(eq(admins.roleLevel, 'admin'));
			while ((await t.as(null).get('/items')).statusCode === 503) await setImmediate();
		},
	};
}

type RowId = { id: number };

/** Inserts reports, feedback and notifications. @returns their ids */
async function insertReportsAndNotifications(
	{ db }: App,
	{ student, other, item }: { student: RowId; other: RowId; item: RowId },
): Promise<number[]> {
	const report = { reporterId: student.id, type: 'spam', complaint: 'Not as shown.' };
	const author = { name: 'Asha', email: 'asha@campus.example', feedback: `Good ${student.id}.` };
	const announcement = { title: 'Exams', message: 'Quiet hours.', type: 'info', target: 'all' };
	const notification = { kind: 'report', title: 'Thank you', message: 'We saw it.' };
	return [
		await insertRow(db, reports, { ...report, itemId: item.id }),
		await insertRow(db, reports, { ...report, reportedId: other.id }),
		await insertRow(db, feedback, { ...author, rating: 5, category: 'general' }),
		await insertRow(db, announcements, announcement),
		await insertRow(db, notifications, { ...notification, userId: student.id }),
	];
}
