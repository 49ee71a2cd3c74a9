import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { users } from '#server/db/schema/users.ts';
import { createSmtpTransport } from '#server/mail/mail.ts';
import { openApp } from '#tests/support/app.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { MAIL_HEADER as head, tokenInMail } from '#tests/support/outbox.ts';
import { SECRETS } from '#tests/support/secret.ts';
import { createUnsubscribeTokens, notify, notifyUsers, notifyWarning } from './commands.ts';
import { sendNotificationMail } from './mails.ts';
import { upsertPreference } from './queries.ts';

const t = await openApp();
const tokens = createUnsubscribeTokens(SECRETS);
const deps = { db: t.db, addTask: t.queue.addTask };

const confirmedStudent = () => t.student({ emailConfirmedAt: new Date(), userName: 'Meera' });
const notifyOfReport = (userId: number) =>
	notify(deps, {
		userId,
		kind: 'report',
		title: NOTIFICATION_MESSAGES.reportResolved,
		message: NOTIFICATION_MESSAGES.reportResolvedText('“Drafter”'),
		link: '/my-reports',
	});

type Task = Parameters<typeof sendNotificationMail>[1];
const tasksOf = async (userId: number) =>
	(
		await t.db.execute<{ data: Task }>(sql`
			select data from pgboss.job
			where name = 'notice-mail' and data ->> 'userId' = ${String(userId)} order by id`)
	).rows.map(({ data }) => data);

/** Sends a user's queued mails through a real mail server; returns what the server received. */
async function sendQueuedMailsOf(userId: number) {
	const server = await openMailServer();
	const mail = createSmtpTransport(server.url, {
		address: 'post@market.example',
		name: 'Passdown',
	});
	onTestFinished(mail.close);
	for (const task of await tasksOf(userId)) {
		await sendNotificationMail({ db: t.db, mail, header: head, tokens, log: t.app.log }, task);
	}
	return Promise.all(server.deliveries.map(({ source }) => PostalMime.parse(source)));
}

const headerOf = (mail: Awaited<ReturnType<typeof PostalMime.parse>>, name: string) =>
	mail.headers.find(({ key }) => key === name)?.value;

describe('notification mails', () => {
	test('a mail about an upheld report thanks the reporter, links to the list of own reports, and can be unsubscribed', async () => {
		const student = await confirmedStudent();
		await notifyOfReport(student.id);

		const [mail] = await sendQueuedMailsOf(student.id);

		expect(mail).toMatchObject({
			to: [{ address: student.email, name: 'Meera' }],
			subject: 'Your report was upheld',
		});
		expect(mail?.text).toContain(
			'Thank you. We looked into your report about “Drafter” and agree with it.',
		);
		expect(mail?.text).toContain('https://market.example/my-reports\n');
		const token = tokens.sign({ userId: student.id, kind: 'report' });
		expect(tokenInMail({ text: mail?.text ?? '' })).toBe(token);
		expect(mail?.text).toContain(`https://market.example/unsubscribe#token=${token}\n`);
		expect(mail && headerOf(mail, 'list-unsubscribe')).toBe(
			`<https://market.example/api/unsubscribe/${token}>`,
		);
		expect(mail && headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
	});

	test('a mail about items on sale again links to the item or to the saved items', async () => {
		for (const { link, label } of [
			{ link: '/item/7', label: 'See the item' },
			{ link: '/saved', label: 'See your saved items' },
		]) {
			const student = await confirmedStudent();
			const words = { title: 'On sale again', message: 'The seller took it back.' };
			await notifyUsers(deps, 'back-on-sale', [{ userId: student.id, ...words, link }]);

			const [mail] = await sendQueuedMailsOf(student.id);

			expect(mail?.text).toContain(label);
			expect(mail?.text).toContain(`https://market.example${link}\n`);
		}
	});

	test('a mail about a warning contains the administrators’ text, the rules and the support address', async () => {
		const student = await confirmedStudent();
		await notifyWarning(deps, student.id, 'No dealers, please.\nThis is the last time.');

		const [mail] = await sendQueuedMailsOf(student.id);

		expect(mail?.subject).toBe('A warning from the administrators');
		expect(mail?.text).toContain('No dealers, please.\n\nThis is the last time.\n');
		expect(mail?.text).toContain('https://market.example/rules\n');
		expect(mail?.text).toContain('write to help@market.example.');
	});
});

describe('recipients of notification mails', () => {
	test('a user who has turned off mails about reports gets none, but is still mailed warnings', async () => {
		const student = await confirmedStudent();
		await upsertPreference(t.db, student.id, { kind: 'report', inApp: true, byMail: false });

		await notifyOfReport(student.id);
		await notifyWarning(deps, student.id, 'No dealers, please.');

		expect(await tasksOf(student.id)).toHaveLength(1);
		expect(await sendQueuedMailsOf(student.id)).toMatchObject([
			{ subject: NOTIFICATION_MESSAGES.warning },
		]);
	});

	test('no mail is queued for a user whose address is not confirmed or who is banned; a queued one is not sent to a user who has since read it, turned mails off, been banned or been erased', async () => {
		for (const fields of [{ emailConfirmedAt: null }, { bannedAt: new Date() }]) {
			const { id } = await t.student({ emailConfirmedAt: new Date(), ...fields });
			await notifyOfReport(id);
			expect(await tasksOf(id)).toEqual([]);
			expect(
				await t.db.select().from(notifications).where(eq(notifications.userId, id)),
			).toHaveLength(1);
		}
		const [reader, silent, banned, deletedUser] = [
			await confirmedStudent(),
			await confirmedStudent(),
			await confirmedStudent(),
			await confirmedStudent(),
		];
		const recipients = [reader, silent, banned, deletedUser];
		for (const { id } of recipients) await notifyOfReport(id);

		await t.as(reader).put('/notifications/read-all');
		await upsertPreference(t.db, silent.id, { kind: 'report', inApp: true, byMail: false });
		await t.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, banned.id));
		await t.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deletedUser.id));

		for (const { id } of recipients) {
			expect(await tasksOf(id)).toHaveLength(1);
			expect(await sendQueuedMailsOf(id)).toEqual([]);
		}
	});

	test('queued mails of a kind that is hidden in the app are sent even after the user has marked all notifications as read', async () => {
		const student = await confirmedStudent();
		await upsertPreference(t.db, student.id, { kind: 'report', inApp: false, byMail: true });
		await notifyOfReport(student.id);

		await t.as(student).put('/notifications/read-all');

		expect(await sendQueuedMailsOf(student.id)).toHaveLength(1);
	});
});
