import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openLocalCounter } from '#server/cluster/counter.ts';
import {
	insertFormerAddress,
	type LinkPurpose,
	listFormerAddresses,
	requestLink,
} from '#server/features/auth/address/queries.ts';
import { type AccountMail, accountMailTask } from '#server/features/auth/tasks.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { type Mail, MailError, type MailTransport } from '#server/mail/mail.ts';
import { openApp } from '#tests/support/app.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { MAIL_HEADER as header, tokenInMail } from '#tests/support/outbox.ts';
import { restoreAccess } from './commands.ts';
import { CHANGE_MAILS_PER_HOUR, openChangeMailCounter, sendAccountMail } from './mails.ts';

const t = await openApp();

const mailDepsWith = (send: MailTransport['send']) => ({
	db: t.db,
	mail: { send, description: '', close: () => undefined },
	header,
	changeMailCounter: openChangeMailCounter(openLocalCounter),
	log: pino({ level: 'silent' }),
});

/** Requests a link as if the last request were a while ago, and returns the task of its mail instead of queueing it. */
async function linkTask(userId: number, purpose: LinkPurpose): Promise<AccountMail> {
	const added: unknown[] = [];
	const addTask: AddTask = async (_db, _task, data) => void added.push(data);
	await requestLink(t.db, addTask, userId, purpose, 0);
	const [data] = added;
	return accountMailTask.parse(data);
}

const CHANGES = [
	'password-changed',
	'phone-changed',
	'identity-linked',
	'identity-unlinked',
	'suspended',
] as const;

test('the mail about a ban gives the reason and how to appeal; it is not sent once the ban is lifted, and no mail about a change to an unconfirmed address', async () => {
	const ban = { bannedAt: new Date(), banReason: 'Sold a fake ticket.', isBanReasonTold: true };
	const banned = await t.student({ emailConfirmedAt: new Date(), ...ban });
	const unbanned = await t.student({ emailConfirmedAt: new Date() });
	const mails: Mail[] = [];
	const mailDeps = mailDepsWith(async (sent) => void mails.push(sent));

	for (const { id } of [banned, unbanned])
		await sendAccountMail(mailDeps, { letter: 'suspended', userId: id });
	const outsider = await t.student({ bannedAt: new Date() });
	for (const letter of CHANGES) await sendAccountMail(mailDeps, { letter, userId: outsider.id });

	expect(mails.map(({ to }) => to.address)).toEqual([banned.email]);
	for (const part of ['Sold a fake ticket.', header.supportEmail])
		expect(mails[0]?.text).toContain(part);
});

test('repeated account changes of the same kind send only a few mails per hour, without limiting other mails or other users', async () => {
	const [frequentChanger, other] = [
		await t.student({ emailConfirmedAt: new Date() }),
		await t.student({ emailConfirmedAt: new Date() }),
	];
	const mails: Mail[] = [];
	const mailDeps = mailDepsWith(async (sent) => void mails.push(sent));
	const sendChangeMail = (letter: (typeof CHANGES)[number], { id }: { id: number }) =>
		sendAccountMail(mailDeps, { letter, userId: id });

	for (let n = 0; n < CHANGE_MAILS_PER_HOUR + 3; n++)
		await sendChangeMail('password-changed', frequentChanger);
	await sendChangeMail('phone-changed', frequentChanger);
	await sendChangeMail('password-changed', other);

	const subjectsFor = ({ email }: { email: string }) =>
		mails.filter(({ to }) => to.address === email).map(({ subject }) => subject);
	const ofPassword = 'Your password for Passdown is changed';
	expect(subjectsFor(frequentChanger)).toEqual([
		...Array<string>(CHANGE_MAILS_PER_HOUR).fill(ofPassword),
		'Your phone number at Passdown is changed',
	]);
	expect(subjectsFor(other)).toEqual([ofPassword]);
});

test('a mail about an account change that the mail server rejects does not count towards the hourly limit', async () => {
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

test('a temporarily rejected mail to a former email address is retried and does not delay mails to other former addresses', async () => {
	const [first, second] = ['first@campus.example', 'second@campus.example'];
	const { id } = await t.student();
	for (const address of [first, second]) await insertFormerAddress(t.db, id, address);
	const recipients: string[] = [];
	const send = async ({ to }: Mail) => {
		if (to.address === first && recipients.length === 0) throw new MailError('EENVELOPE', 451);
		recipients.push(to.address);
	};
	const sendChangeMail = () =>
		sendAccountMail(mailDepsWith(send), { letter: 'email-changed', userId: id });

	await expect(sendChangeMail()).rejects.toThrow(MailError);
	await sendChangeMail();

	expect(recipients).toEqual([second, first]);
	expect(await listFormerAddresses(t.db, id)).toEqual([]);
});

test('a former email address added while another mail is being sent stays stored for its own mail', async () => {
	const [first, second] = ['third@campus.example', 'fourth@campus.example'];
	const { id } = await t.student();
	await insertFormerAddress(t.db, id, first);
	const mailDeps = mailDepsWith(async () => {
		await insertFormerAddress(t.db, id, second);
	});

	await sendAccountMail(mailDeps, { letter: 'email-changed', userId: id });

	expect(await listFormerAddresses(t.db, id)).toEqual([second]);
});

test('a link to set a password that is being mailed while support restores access goes to the new address only', async () => {
	const { id } = await t.student({ email: 'thief@campus.example', emailConfirmedAt: new Date() });
	const { addTask } = t.queue;
	await requestLink(t.db, addTask, id, 'reset-password');
	const mails: Mail[] = [];
	const mailDeps = mailDepsWith(async (sent) => void mails.push(sent));

	const { sending } = await t.db.transaction(async (tx) => {
		await restoreAccess({ db: tx, addTask, collegeDomains: [] }, id, 'owner@campus.example');
		const sending = sendAccountMail(mailDeps, { letter: 'reset-password', userId: id });
		await waitForBlockedSession(t.url);
		return { sending };
	});
	await sending;

	expect(mails.map(({ to }) => to.address)).toEqual(['owner@campus.example']);
});

test('a delayed mail with a link to confirm an address is not sent after a newer link was mailed, and the newer link works', async () => {
	const student = await t.student();
	const mails: Mail[] = [];
	const refusing = mailDepsWith(() => Promise.reject(new MailError('EENVELOPE', 451)));
	const accepting = mailDepsWith(async (sent) => void mails.push(sent));
	const firstTask = await linkTask(student.id, 'confirm-email');
	await expect(sendAccountMail(refusing, firstTask)).rejects.toThrow(MailError);
	await sendAccountMail(accepting, await linkTask(student.id, 'confirm-email'));

	await sendAccountMail(accepting, firstTask);

	const [mail, ...others] = mails;
	const token = tokenInMail(mail ?? { text: '' });
	const res = await t.as(student).post('/auth/confirm-email', { token });
	expect(others).toEqual([]);
	expect(res.statusCode).toBe(200);
});
