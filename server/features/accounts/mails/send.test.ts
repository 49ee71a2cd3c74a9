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
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { type Mail, MailError, type MailTransport } from '#server/mail/mail.ts';
import { createSmtpTransport } from '#server/mail/smtp-transport.ts';
import { openApp } from '#tests/support/app.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { LETTERHEAD as header, tokenIn } from '#tests/support/post-office.ts';
import { query } from '#tests/support/query.ts';
import { CHANGE_MAILS_PER_HOUR, countSentMails, sendAccountMail } from './send.ts';

const t = await openApp();
const PATIENCE = { timeout: 20_000, interval: 20 };
const forget = (email: string) => t.as(null).post('/auth/forgot-password', { email });

/** Delivers the app's mails with a job queue of its own, as a second instance does. */
async function deliverThrough(url: string) {
	const lines: string[] = [];
	const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
	const queue = await openJobQueue(t.url, log);
	onTestFinished(queue.stop);
	const mail = createSmtpTransport(url, { address: 'post@market.example', name: 'Passdown' });
	onTestFinished(mail.close);
	const idle = async () => undefined;
	const told = countSentMails(openLocalCounter);
	await queue.startWorkers(
		{ jobs: [], timeZone: 'UTC' },
		{
			mail: (task) =>
				sendAccountMail({ db: t.db, mail, header, changeMailCounter: told, log }, task),
			'notice-mail': idle,
			announce: idle,
			'remove-photos': idle,
			'erase-account': idle,
			'forget-title-words': idle,
		},
	);
	return { queue, lines };
}

const officeWith = (send: MailTransport['send']) => ({
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
	await forget(student.email);
	const server = await openMailServer();

	const { queue } = await deliverThrough(server.url);
	await server.delivered();
	await queue.stop();

	expect(server.deliveries.map(({ to }) => to)).toEqual([[student.email]]);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
});

test('a mail that the server rejects temporarily is retried until it is accepted, and no log names the recipient', async () => {
	const server = await openMailServer({ refuseFirst: 2 });
	const { lines, queue } = await deliverThrough(server.url);
	const student = await t.student({ emailConfirmedAt: new Date(), userName: 'Meera Iyer' });

	await forget(student.email);
	await server.delivered();
	const { text = '', subject } = await PostalMime.parse(server.deliveries[0]?.source ?? '');
	const token = tokenIn({ text });
	const res = await t.as(null).post('/auth/reset-password', { token, password: 'another one' });
	await server.delivered(2);
	await queue.stop();

	expect(subject).toBe('Set a new password for Passdown');
	expect(res.statusCode).toBe(200);
	expect(server.countRefused()).toBe(2);
	const noted = [...lines, JSON.stringify(await jobsOf(student.id))].join('\n');
	expect(noted).toContain('job failed');
	for (const secret of [student.email, 'Meera', token]) expect(noted).not.toContain(secret);
});

test('a mail to a permanently rejected address is not retried and is logged with the user id only', async () => {
	const server = await openMailServer({ noToRecipient: '550 5.1.1 Unknown user' });
	const { lines, queue } = await deliverThrough(server.url);
	const student = await t.student({ emailConfirmedAt: new Date() });

	await forget(student.email);
	await vi.waitUntil(() => lines.some((line) => line.includes('job done')), PATIENCE);
	await queue.stop();

	expect(server.countRefused()).toBe(1);
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
	const senders = await Promise.all([deliverThrough(server.url), deliverThrough(server.url)]);

	await Promise.all(students.map(({ email }) => forget(email)));
	await server.delivered(students.length);
	await Promise.all(senders.map(({ queue }) => queue.stop()));

	const addresses = server.deliveries.flatMap(({ to }) => to);
	expect(addresses.sort()).toEqual(students.map(({ email }) => email).sort());
});

test('a mail whose worker died is delivered by another worker', async () => {
	const student = await t.student({ emailConfirmedAt: new Date() });
	await forget(student.email);
	const dying = new PgBoss({ connectionString: t.url, supervise: false, schedule: false });
	await dying.start();
	onTestFinished(() => dying.stop());
	await dying.fetch('mail');
	const server = await openMailServer();
	await deliverThrough(server.url);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'active' }]);

	await query(
		t.url,
		`update pgboss.job set started_on = started_on - interval '2 minutes' where data ->> 'userId' = $1`,
		[String(student.id)],
	);
	await dying.supervise('mail');
	await server.delivered();

	expect(server.deliveries.map(({ to }) => to)).toEqual([[student.email]]);
});

const CHANGES = [
	'password-changed',
	'phone-changed',
	'identity-linked',
	'identity-unlinked',
] as const;

test.each(CHANGES)('no mail about %s is sent to an unconfirmed address', async (letter) => {
	const stranger = await t.student();
	const letters: Mail[] = [];
	const office = officeWith(async (sent) => void letters.push(sent));

	await sendAccountMail(office, { letter, userId: stranger.id });

	expect(letters).toEqual([]);
});

test('repeated changes of one kind send a few mails an hour, without limiting mails about other changes or to other users', async () => {
	const [restless, other] = [
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
	];
	const letters: Mail[] = [];
	const office = officeWith(async (sent) => void letters.push(sent));
	const tell = (letter: (typeof CHANGES)[number], { id }: { id: number }) =>
		sendAccountMail(office, { letter, userId: id });

	for (let n = 0; n < CHANGE_MAILS_PER_HOUR + 3; n++) await tell('password-changed', restless);
	await tell('phone-changed', restless);
	await tell('password-changed', other);

	const toldTo = ({ email }: { email: string }) =>
		letters.filter(({ to }) => to.address === email).map(({ subject }) => subject);
	const ofPassword = 'Your password for Passdown is changed';
	expect(toldTo(restless)).toEqual([
		...Array<string>(CHANGE_MAILS_PER_HOUR).fill(ofPassword),
		'Your phone number at Passdown is changed',
	]);
	expect(toldTo(other)).toEqual([ofPassword]);
});

test('a mail about a change that the server rejected does not count towards the hourly limit', async () => {
	const { id } = await t.student({ emailConfirmedAt: new Date() });
	let tries = 0;
	let taken = 0;
	const office = officeWith(async () => {
		if (++tries <= CHANGE_MAILS_PER_HOUR) throw new MailError('EENVELOPE', 451);
		taken++;
	});
	const tell = () => sendAccountMail(office, { letter: 'password-changed', userId: id });

	for (let n = 0; n < CHANGE_MAILS_PER_HOUR; n++) await expect(tell()).rejects.toThrow(MailError);
	await tell();

	expect(taken).toBe(1);
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
	const tell = () => sendAccountMail(officeWith(send), { letter: 'email-changed', userId: id });

	await expect(tell()).rejects.toThrow(MailError);
	await tell();

	expect(told).toEqual([second, first]);
	expect(await listFormerAddresses(t.db, id)).toEqual([]);
});

test('a former address added while the previous one gets its mail is kept for its own mail', async () => {
	const [first, second] = ['third@campus.example', 'fourth@campus.example'];
	const { id } = await t.student();
	await insertFormerAddress(t.db, id, first);
	const office = officeWith(async () => {
		await insertFormerAddress(t.db, id, second);
	});

	await sendAccountMail(office, { letter: 'email-changed', userId: id });

	expect(await listFormerAddresses(t.db, id)).toEqual([second]);
});
