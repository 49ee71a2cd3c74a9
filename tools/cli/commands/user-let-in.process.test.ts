import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { findAccount } from '#server/features/auth/address/commands.ts';
import { insertIdentity, listIdentities } from '#server/features/auth/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { runCommand } from '#tests/support/cli-command.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { run } from './user-let-in.ts';

const t = await openApp();
const outbox = await openOutbox(t);
const NEW_PASSWORD = 'lamps and kettles';

/** Runs the command in this process. @returns the reason of its failure */
async function runHere(...args: string[]): Promise<string | undefined> {
	const { error } = await runCommand(run, args, { DATABASE_URL: t.url });
	return error === undefined ? undefined : reasonOf(error);
}

const newAddress = () => `${randomUUID()}@campus.example`;
const resetPassword = (token: string) =>
	t.as(null).post('/auth/reset-password', { token, password: NEW_PASSWORD });
const logIn = async (credentials: object) =>
	(await t.as(null).post('/auth/login', { password: NEW_PASSWORD, ...credentials })).statusCode;

test('user:let-in mails a password link to a new email address of a user who signed up by phone', async () => {
	const student = await t.student({ email: null, phone: '+919876540001' });
	const email = newAddress();

	const args = ['user:let-in', '98765 40001', email.toUpperCase()];
	const command = startScript('tools/cli/main.ts', args, { DATABASE_URL: t.url });
	const code = await command.ended;
	const statusBefore = (await t.as(student).get('/auth')).statusCode;
	const res = await resetPassword(await outbox.waitForToken(email));

	expect([code, command.errors()]).toEqual([0, '']);
	expect(command.output()).toContain(
		`Account ${student.id}: a link to set a password goes to ${email}.`,
	);
	expect([statusBefore, res.statusCode]).toEqual([401, 200]);
	expect([await logIn({ phoneNumber: '9876540001' }), await logIn({ email })]).toEqual([200, 200]);
	expect(
		await query(
			t.url,
			`select action, admin_id, ip_address, severity from audit_log where target = $1`,
			[`user ${student.id}`],
		),
	).toEqual([
		{ action: 'USER_LET_IN', admin_id: null, ip_address: 'this computer', severity: 'HIGH' },
	]);
});

test('user:let-in gives a stolen account back to its owner, and ends the access of the thief', async () => {
	const thief = await t.student({ emailConfirmedAt: new Date() });
	await insertIdentity(t.db, 'https://thieves.example', randomUUID(), thief.id);
	await t.as(null).post('/auth/forgot-password', { email: thief.email });
	const thiefToken = await outbox.waitForToken(thief.email);
	const ownerAddress = newAddress();

	expect(await runHere(String(thief.id), ownerAddress)).toBeUndefined();

	expect((await resetPassword(thiefToken)).statusCode).toBe(400);
	expect(await logIn({ email: thief.email, password: PASSWORD })).toBe(401);
	expect(await listIdentities(t.db, thief.id)).toEqual([]);
	expect((await outbox.waitForMail(thief.email, 2)).subject).toContain('is changed');
	expect((await resetPassword(await outbox.waitForToken(ownerAddress))).statusCode).toBe(200);
});

test('a password set through user:let-in at an unconfirmed address removes the phone number and the searches that a stranger may have added', async () => {
	const stranger = await t.student({ phone: '+919876540004' });
	const { email } = stranger;
	await t.as(stranger).post('/searches', { query: 'q=Buy at evil.example' });

	const failure = await runHere('9876540004', email);
	await resetPassword(await outbox.waitForToken(email));

	expect([failure, await logIn({ phoneNumber: '9876540004' })]).toEqual([undefined, 401]);
	const login = await t.as(null).post('/auth/login', { email, password: NEW_PASSWORD });
	const owner = t.as({ token: login.json().accessToken });
	const { account } = (await owner.get('/account')).json();
	expect(account).toMatchObject({ emailConfirmed: true, phoneNumber: null });
	expect((await owner.get('/searches')).json().searches).toEqual([]);
});

test('user:let-in finds an account by its id, email address or phone number, even with spaces around it', async () => {
	const { id, email } = await t.student({ phone: '+919876540003' });

	const users = await Promise.all(
		[` ${id} `, ` ${email} `, ' 98765 40003 '].map((identifier) => findAccount(t.db, identifier)),
	);

	expect(users.map((user) => user?.id)).toEqual([id, id, id]);
});

test('user:let-in reports an impossible request in one line, and changes nothing', async () => {
	const student = await t.student({ email: null, phone: '+919876540002' });
	const banned = await t.student({ bannedAt: new Date() });
	const { email } = await t.student();

	const results = [
		await runHere('nobody@campus.example'),
		await runHere('9876540002'),
		await runHere(email),
		await runHere(String(student.id), email),
		await runHere(banned.email),
	];

	expect(results).toEqual([
		'No account is known by "nobody@campus.example".',
		'The account has no address that was proved: name one that is theirs.',
		'The account has no address that was proved: name one that is theirs.',
		AUTH_ERRORS.emailTaken.message,
		'The account is suspended: an administrator can lift that.',
	]);
	expect((await t.as(student).get('/auth')).statusCode).toBe(200);
});
