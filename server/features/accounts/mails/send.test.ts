import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLocalCounter } from '#server/cluster/local-counter.ts';
import {
	insertFormerAddress,
	listFormerAddresses,
} from '#server/features/accounts/former-address-queries.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { type Mail, MailError, type MailTransport } from '#server/mail/mail.ts';
import { createSmtpTransport } from '#server/mail/smtp-transport.ts';
import { openApp } from '#tests/support/app.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { MAIL_HEADER as header, tokenInMail } from '#tests/support/outbox.ts';
import { query } from '#tests/support/query.ts';
import { CHANGE_MAILS_PER_HOUR, countSentMails, sendAccountMail } from './send.ts';

const t = await openApp();
const PATIENCE = { timeout: 20_000, interval: 20 };
const requestPasswordReset = (email: string) => t.as(null).post('/auth/forgot-password', { email });

/** Delivers the app's mails with a job queue of its own, as a second instance does. */
async function runMailWorker(url: string) {
	const lines: string[] = [];
	const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
	const queue = await openJobQueue(t.url, log);
	onTestFinished(queue.stop);
	const mail = createSmtpTransport(url, { address: 'post@market.example', name: 'Passdown' });
	onTestFinished(mail.close);
	const told = countSentMails(openLocalCounter);
	const mailDeps = { db: t.db, mail, header, changeMailCounter: told, log };
	const handler = handleTask(accountMailTask, (task) => sendAccountMail(mailDeps, task));
	await queue.startWorkers([handler], 'UTC');
	return { queue, lines };
}

const mailDepsWith = (send: MailTransport['send']) => ({
	db: t.db,
	mail: { send, description: '', close: () => undefined },
	header,
	changeMailCounter: countSentMails(openLocalCounter),
	log: pino({ level: 'silent' }),
});

const jobsOf = (userId: number) =>
	query(t.url, "select * from pgboss.job where data ->> 'userId' = $1", [String(userId)]);

test('a mail queued while no worker was running is delivered later, once', async () => {
	const student = await t.student({ emailConfirmedAt: new Date() });
	await requestPasswordReset(student.email);
	const server = await openMailServer();

	const { queue } = await runMailWorker(server.url);
	await server.waitForDeliveries();
	await queue.stop();

	expect(server.deliveries.map(({ to }) => to)).toEqual([[student.email]]);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
});

test('a mail that the server rejects temporarily is retried until it is accepted, and no log names the recipient', async () => {
	const server = await openMailServer({ rejectFirst: 2 });
	const { lines, queue } = await runMailWorker(server.url);
	const student = await t.student({ emailConfirmedAt: new Date(), userName: 'Meera Iyer' });

	await requestPasswordReset(student.email);
	await server.waitForDeliveries();
	const { text = '', subject } = await PostalMime.parse(server.deliveries[0]?.source ?? '');
	const token = tokenInMail({ text });
	const res = await t.as(null).post('/auth/reset-password', { token, password: 'another one' });
	await server.waitForDeliveries(2);
	await queue.stop();

	expect(subject).toBe('Set a new password for Passdown');
	expect(res.statusCode).toBe(200);
	expect(server.countRejected()).toBe(2);
	const noted = [...lines, JSON.stringify(await jobsOf(student.id))].join('\n');
	expect(noted).toContain('job failed');
	for (const secret of [student.email, 'Meera', token]) expect(noted).not.toContain(secret);
});

test('a mail to a permanently rejected address is not retried and is logged with the user id only', async () => {
	const server = await openMailServer({ recipientError: '550 5.1.1 Unknown user' });
	const { lines, queue } = await runMailWorker(server.url);
	const student = await t.student({ emailConfirmedAt: new Date() });

	await requestPasswordReset(student.email);
	await vi.waitUntil(() => lines.some((line) => line.includes('job done')), PATIENCE);
	await queue.stop();

	expect(server.countRejected()).toBe(1);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
	const noted = lines.join('\n');
	expect(noted).toContain(`"userId":${student.id},"msg":"mail refused for good"`);
	expect(noted).not.toContain(student.email);
});

test('two instances deliver queued mails without sending any of them twice', async () => {
	const server = await openMailServer();
	const students = await Promise.all(
		Array.from({ length: 6 }, () => t.student({ email: `${randomUUID()}@campus.example` })),
	);
	const senders = await Promise.all([runMailWorker(server.url), runMailWorker(server.url)]);

	await Promise.all(students.map(({ email }) => requestPasswordReset(email)));
	await server.waitForDeliveries(students.length);
	await Promise.all(senders.map(({ queue }) => queue.stop()));

	const addresses = server.deliveries.flatMap(({ to }) => to);
	expect(addresses.sort()).toEqual(students.map(({ email }) => email).sort());
});

test('a mail whose worker died is delivered by another worker', async () => {
	const student = await t.student({ emailConfirmedAt: new Date() });
	await requestPasswordReset(student.email);
	const dying = new PgBoss({ connectionString: t.url, supervise: false, schedule: false });
	await dying.start();
	onTestFinished(() => dying.stop());
	await dying.fetch('mail');
	const server = await openMailServer();
	await runMailWorker(server.url);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'active' }]);

	await query(
		t.url,
		`update pgboss.job set started_on = started_on - interval '2 minutes' where data ->> 'userId' = $1`,
		[String(student.id)],
	);
	await dying.supervise('mail');
	await server.waitForDeliveries();

	expect(server.deliveries.map(({ to }) => to)).toEqual([[student.email]]);
});

const CHANGES = [
	'password-changed',
	'phone-changed',
	'identity-linked',
	'identity-unlinked',
] as const;

test.each(CHANGES)('no mail about %s is sent to an unconfirmed address', async (letter) => {
	const outsider = await t.student();
	const mails: Mail[] = [];
	const mailDeps = mailDepsWith(async (sent) => void mails.push(sent));

	await sendAccountMail(mailDeps, { letter, userId: outsider.id });

	expect(mails).toEqual([]);
});

test('repeated changes of one kind send a few mails an hour, without limiting mails about other changes or to other users', async () => {
	const [restless, other] = [
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
	];
	const mails: Mail[] = [];
	const mailDeps = mailDepsWith(async (sent) => void mails.push(sent));
	const sendChangeMail = (letter: (typeof CHANGES)[number], { id }: { id: number }) =>
		sendAccountMail(mailDeps, { letter, userId: id });

	for (let n = 0; n < CHANGE_MAILS_PER_HOUR + 3; n++)
		await sendChangeMail('password-changed', restless);
	await sendChangeMail('phone-changed', restless);
	await sendChangeMail('password-changed', other);

	const recipientOf = ({ email }: { email: string }) =>
		mails.filter(({ to }) => to.address === email).map(({ subject }) => subject);
	const ofPassword = 'Your password for Passdown is changed';
	expect(recipientOf(restless)).toEqual([
		...Array<string>(CHANGE_MAILS_PER_HOUR).fill(ofPassword),
		'Your phone number at Passdown is changed',
	]);
	expect(recipientOf(other)).toEqual([ofPassword]);
});

test('a mail that the mail server rejects does not count towards the hourly limit', async () => {
	const { id } = await t.student({ emailConfirmedAt: new Date() });
	let tries = 0;
	let sentCount = 0;
	const mailDeps = mailDepsWith(async () => {
		if (++tries <= CHANGE_MAILS_PER_HOUR) throw new MailError('EENVELOPE', 451);
		sentCount++;
	});
	const sendChangeMail = () =>
		sendAccountMail(mailDeps, { letter: 'password-changed', userId: id });

	for (let n = 0; n < CHANGE_MAILS_PER_HOUR; n++)
		await expect(sendChangeMail()).rejects.toThrow(MailError);
	await sendChangeMail();

	expect(sentCount).toBe(1);
});

test('a former address that rejects its mail temporarily does not delay the others, and is retried', async () => {
	const [first, second] = ['first@campus.example', 'second@campus.example'];
	const { id } = await t.student();
	for (const address of [first, second]) await insertFormerAddress(t.db, id, address);
	const told: string[] = [];
	const send = async ({ to }: Mail) => {
		if (to.address === first && told.length === 0) throw new MailError('EENVELOPE', 451);
		told.push(to.address);
	};
	const sendChangeMail = () =>
		sendAccountMail(mailDepsWith(send), { letter: 'email-changed', userId: id });

	await expect(sendChangeMail()).rejects.toThrow(MailError);
	await sendChangeMail();

	expect(told).toEqual([second, first]);
	expect(await listFormerAddresses(t.db, id)).toEqual([]);
});

test('a former address added while the previous one gets its mail is kept for its own mail', async () => {
	const [first, second] = ['third@campus.example', 'fourth@campus.example'];
	const { id } = await t.student();
	await insertFormerAddress(t.db, id, first);
	const mailDeps = mailDepsWith(async () => {
		await insertFormerAddress(t.db, id, second);
	});

	await sendAccountMail(mailDeps, { letter: 'email-changed', userId: id });

	expect(await listFormerAddresses(t.db, id)).toEqual([second]);
});
