import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { createSmtpTransport } from '#server/mail/mail.ts';
import { openApp } from '#tests/support/app.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { MAIL_HEADER as header, tokenInMail } from '#tests/support/outbox.ts';
import { query } from '#tests/support/query.ts';
import { openChangeMailCounter, sendAccountMail } from './mails.ts';

const t = await openApp();
const WAIT = { timeout: 20_000, interval: 20 };
const requestPasswordReset = (email: string) => t.as(null).post('/auth/forgot-password', { email });

/** Delivers the app's mails with a job queue of its own, as a second instance does. */
async function runMailWorker(url: string) {
	const lines: string[] = [];
	const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
	const queue = await openJobQueue(t.url, log);
	onTestFinished(queue.stop);
	const mail = createSmtpTransport(url, { address: 'post@market.example', name: 'Passdown' });
	onTestFinished(mail.close);
	const changeMailCounter = openChangeMailCounter(openLocalCounter);
	const mailDeps = { db: t.db, mail, header, changeMailCounter, log };
	const handler = handleTask(accountMailTask, (task) => sendAccountMail(mailDeps, task));
	await queue.startWorkers([handler], 'UTC');
	return { queue, lines };
}

const jobsOf = (userId: number) =>
	query(t.url, "select * from pgboss.job where data ->> 'userId' = $1", [String(userId)]);

test('a mail that the mail server rejects temporarily is retried until accepted, and no log entry contains the recipient', async () => {
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
	const logged = [...lines, JSON.stringify(await jobsOf(student.id))].join('\n');
	expect(logged).toContain('job failed');
	for (const secret of [student.email, 'Meera', token]) expect(logged).not.toContain(secret);
});

test('a mail to a permanently rejected address is not retried and is logged with the user id only', async () => {
	const server = await openMailServer({ recipientError: '550 5.1.1 Unknown user' });
	const { lines, queue } = await runMailWorker(server.url);
	const student = await t.student({ emailConfirmedAt: new Date() });

	await requestPasswordReset(student.email);
	await vi.waitUntil(() => lines.some((line) => line.includes('job done')), WAIT);
	await queue.stop();

	expect(server.countRejected()).toBe(1);
	expect(await jobsOf(student.id)).toMatchObject([{ state: 'completed', retry_count: 0 }]);
	const logged = lines.join('\n');
	expect(logged).toContain(`"userId":${student.id},"msg":"mail refused for good"`);
	expect(logged).not.toContain(student.email);
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

test('mails that were delivered before a stop are not sent again, when the mail server hangs on another mail of the same batch', async () => {
	const students = await Promise.all(
		Array.from({ length: 5 }, () => t.student({ emailConfirmedAt: new Date() })),
	);
	const [hanging, ...others] = students.map(({ email }) => email);
	const release = Promise.withResolvers<void>();
	const acceptRecipient = async (address: string) => {
		if (address === hanging) await release.promise;
	};
	const hangingServer = await openMailServer({ acceptRecipient });
	const nextServer = await openMailServer();
	await Promise.all(students.map(({ email }) => requestPasswordReset(email)));

	const firstWorker = await runMailWorker(hangingServer.url);
	await hangingServer.waitForDeliveries(4);
	await firstWorker.queue.stop();
	const nextWorker = await runMailWorker(nextServer.url);
	await nextServer.waitForDeliveries();
	await nextWorker.queue.stop();

	expect(hangingServer.deliveries.flatMap(({ to }) => to).sort()).toEqual(others.sort());
	expect(nextServer.deliveries.map(({ to }) => to)).toEqual([[hanging]]);
	const jobs = await Promise.all(students.map(({ id }) => jobsOf(id)));
	const attempts = jobs.map(([job]) => [job?.state, job?.retry_count]);
	expect(attempts).toEqual([['completed', 1], ...others.map(() => ['completed', 0])]);
	release.resolve();
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
