import { URI } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_SESSION_ERRORS, ADMINISTRATOR_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { declaredErrorOf } from '#contract/core/errors.ts';
import { desc, eq } from '#server/db/drizzle.ts';
import { admins } from '#server/db/schema/admins.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { settings } from '#server/db/schema/settings.ts';
import type { SignedInAdmin } from '#tests/support/administrators.ts';
import { openApp } from '#tests/support/app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import {
	adminWithTwoStep,
	advanceTimeStep,
	codeOf,
	startSetup,
	wrongCodeOf,
} from '#tests/support/two-step.ts';
import { generateTotpSecret, timeStepOfCode, totpUri } from './authenticate.ts';

const t = await openApp();

// Fakes the server's clock only: codes depend on it, sessions on the clock of the database.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

function logIn(admin: SignedInAdmin, fields: object = {}) {
	const payload = { email: admin.email, password: PASSWORD, ...fields };
	return t.as(null).call('POST', '/admin/login', { payload, remoteAddress: '127.0.0.1' });
}

/** Newest first. */
function auditEntriesOf({ id }: SignedInAdmin) {
	return t.db
		.select({
			action: auditLog.action,
			target: auditLog.target,
			details: auditLog.details,
			ip: auditLog.ipAddress,
		})
		.from(auditLog)
		.where(eq(auditLog.adminId, id))
		.orderBy(desc(auditLog.id));
}

const auditActionsOf = async (admin: SignedInAdmin) =>
	(await auditEntriesOf(admin)).map(({ action }) => action);

describe('setting up two-step sign-in', () => {
	test('the setup requires the password, stores the secret encrypted and has no effect until a code confirms it', async () => {
		const admin = await t.admin();

		const wrong = await t.as(admin).post('/admin/two-step/begin', { currentPassword: 'wrong' });
		const setup = await t.as(admin).post('/admin/two-step/begin', { currentPassword: PASSWORD });
		const signedIn = await logIn(admin);

		const message = ADMINISTRATOR_ERRORS.wrongPassword.message;
		expect([wrong.statusCode, wrong.json()]).toEqual([
			400,
			{
				success: false,
				...declaredErrorOf(message),
				issues: [{ path: 'currentPassword', ...declaredErrorOf(message) }],
			},
		]);
		const { uri, secret, ...rest } = setup.json();
		expect(rest).toEqual({ success: true, message: ADMIN_SESSION_MESSAGES.twoStepStarted });
		expect(URI.parse(uri)).toMatchObject({
			issuer: t.config.site.name,
			label: admin.email,
			secret: { base32: secret },
		});
		const [row] = await t.db.select().from(admins).where(eq(admins.id, admin.id));
		expect(row?.totpSecret).toMatch(/^[\w-]{40,}$/);
		expect(Buffer.from(row?.totpSecret ?? '', 'base64url').includes(secret)).toBe(false);
		expect(signedIn.json().admin.hasTwoStep).toBe(false);
		expect(await auditActionsOf(admin)).toEqual(['ADMIN_LOGIN', 'ATTEMPT_CHANGE_TWO_STEP']);
	});

	test('a correct code of the newest secret confirms the setup and ends the administrator’s other sessions', async () => {
		const admin = await t.admin();
		const { accessToken: other } = (await logIn(admin)).json();
		const [before, uri] = [await startSetup(t, admin), await startSetup(t, admin)];

		const old = await t.as(admin).post('/admin/two-step/confirm', { code: codeOf(before) });
		const wrong = await t.as(admin).post('/admin/two-step/confirm', { code: wrongCodeOf(uri) });
		const spaced = codeOf(uri).replace(/^.../, '$& ');
		const correct = await t.as(admin).post('/admin/two-step/confirm', { code: spaced });

		for (const refused of [old, wrong])
			expect([refused.statusCode, refused.json().message]).toEqual([
				400,
				ADMIN_SESSION_ERRORS.wrongCode.message,
			]);
		expect(correct.json()).toEqual({
			success: true,
			message: ADMIN_SESSION_ERRORS.twoStepEnabled.message,
			recoveryCodes: expect.any(Array),
		});
		const profile = await t.as(admin).get('/admin/profile');
		expect(profile.json().admin.hasTwoStep).toBe(true);
		expect((await t.as({ token: other }).get('/admin/profile')).statusCode).toBe(401);
		expect((await auditActionsOf(admin))[0]).toBe('TWO_STEP_STARTED');
	});

	test('starting and confirming a setup are refused while two-step sign-in is on, and confirming is refused before a setup was started', async () => {
		const { admin, uri } = await adminWithTwoStep(t);
		const withoutSetup = await t.admin();

		const rejected = [
			await t.as(admin).post('/admin/two-step/begin', { currentPassword: PASSWORD }),
			await t.as(admin).post('/admin/two-step/confirm', { code: codeOf(uri) }),
			await t.as(withoutSetup).post('/admin/two-step/confirm', { code: '123456' }),
		];

		expect(rejected.map((res) => [res.statusCode, res.json().message])).toEqual([
			[409, ADMIN_SESSION_ERRORS.twoStepEnabled.message],
			[409, ADMIN_SESSION_ERRORS.twoStepEnabled.message],
			[409, ADMIN_SESSION_ERRORS.twoStepNotStarted.message],
		]);
	});
});

describe('two-step sign-in', () => {
	test('a correct password without a code gets a request for the code, a wrong password gets the usual error, and all are logged as failed', async () => {
		const { admin, uri } = await adminWithTwoStep(t);

		const [withoutCode, withEmptyCode, wrong] = [
			await logIn(admin),
			await logIn(admin, { code: '' }),
			await logIn(admin, { password: 'wrong', code: codeOf(uri) }),
		];
		await logIn(admin, { code: wrongCodeOf(uri) });

		const body = {
			success: false,
			...ADMIN_SESSION_ERRORS.codeNeeded,
			needsCode: true,
		};
		expect([withoutCode.statusCode, withoutCode.json(), withEmptyCode.json()]).toEqual([
			401,
			body,
			body,
		]);
		expect([wrong.statusCode, wrong.json()]).toEqual([
			401,
			{ success: false, ...AUTH_ERRORS.invalidCredentials },
		]);
		const [newest, , before] = await auditEntriesOf(admin);
		const attempt = { action: 'ATTEMPT_ADMIN_LOGIN', target: `admin ${admin.id}`, ip: '127.0.0.1' };
		expect([newest, before]).toEqual([
			{ ...attempt, details: 'Wrong code.' },
			{ ...attempt, details: 'Correct password, no code.' },
		]);
	});

	test('a code works only once, also at the same time, and afterwards codes of earlier time steps are refused', async () => {
		const { admin, uri } = await adminWithTwoStep(t);
		const code = codeOf(uri);

		const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
		const both = await Promise.all([spaced, code].map((sent) => logIn(admin, { code: sent })));
		const again = await logIn(admin, { code });
		const older = await logIn(admin, { code: codeOf(uri, -1) });
		advanceTimeStep();
		const next = await logIn(admin, { code: codeOf(uri) });

		expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
		const first = both.find(({ statusCode }) => statusCode === 200);
		expect(first?.json().admin.hasTwoStep).toBe(true);
		expect([again.statusCode, again.json().message]).toEqual([
			401,
			ADMIN_SESSION_ERRORS.wrongCode.message,
		]);
		expect([older.statusCode, next.statusCode]).toEqual([401, 200]);
		const actions = await auditActionsOf(admin);
		expect(actions.slice(0, 3)).toEqual([
			'ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
		]);
		expect(actions.slice(3).sort()).toEqual([
			'ADMIN_LOGIN',
			'ATTEMPT_ADMIN_LOGIN',
			'TWO_STEP_STARTED',
		]);
	});

	test('each recovery code signs in once, also of two at the same time, and new codes replace the old ones', async () => {
		const admin = await t.admin();
		const uri = await startSetup(t, admin);
		const confirmed = await t.as(admin).post('/admin/two-step/confirm', { code: codeOf(uri) });
		const codes: string[] = confirmed.json().recoveryCodes;
		const [first = '', second = '', third = ''] = codes;
		const [stored] = await t.db.select().from(admins).where(eq(admins.id, admin.id));

		const both = await Promise.all([
			logIn(admin, { code: first }),
			logIn(admin, { code: first.replaceAll('-', ' ') }),
		]);
		const unknown = await logIn(admin, { code: '12345-12345-12345-12345' });
		const body = { currentPassword: PASSWORD, code: second };
		const renewed = await t.as(admin).post('/admin/two-step/recovery-codes', body);
		const old = await logIn(admin, { code: third });

		expect(new Set(codes).size).toBe(10);
		expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''));
		expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
		expect([unknown.statusCode, old.statusCode]).toEqual([401, 401]);
		expect(renewed.json().recoveryCodes).toHaveLength(10);
		const profile = await t.as(admin).get('/admin/profile');
		expect(profile.json().admin.recoveryCodesLeft).toBe(10);
		expect(await auditEntriesOf(admin)).toContainEqual(
			expect.objectContaining({ action: 'ADMIN_LOGIN', details: 'With a recovery code.' }),
		);
		expect(await auditActionsOf(admin)).toContain('RECOVERY_CODES_CREATED');
		const end = { currentPassword: PASSWORD, code: renewed.json().recoveryCodes[0] };
		expect((await t.as(admin).post('/admin/two-step/end', end)).statusCode).toBe(200);
	});
});

describe('turning off two-step sign-in', () => {
	test('turning off requires password and code, and the next sign-in needs only the password', async () => {
		const { admin, uri } = await adminWithTwoStep(t);
		const sent = { currentPassword: PASSWORD, code: codeOf(uri) };

		const rejected = [
			await t.as(admin).post('/admin/two-step/end', { ...sent, currentPassword: 'wrong' }),
			await t.as(admin).post('/admin/two-step/end', { ...sent, code: wrongCodeOf(uri) }),
		];
		const disabled = await t.as(admin).post('/admin/two-step/end', sent);
		const again = await t.as(admin).post('/admin/two-step/end', sent);

		expect(rejected.map((res) => [res.statusCode, res.json().message])).toEqual([
			[400, ADMINISTRATOR_ERRORS.wrongPassword.message],
			[400, ADMIN_SESSION_ERRORS.wrongCode.message],
		]);
		expect(disabled.json()).toEqual({
			success: true,
			message: ADMIN_SESSION_ERRORS.twoStepDisabled.message,
		});
		expect([again.statusCode, again.json().message]).toEqual([
			409,
			ADMIN_SESSION_ERRORS.twoStepDisabled.message,
		]);
		expect((await logIn(admin)).statusCode).toBe(200);
		expect(await auditActionsOf(admin)).toContain('TWO_STEP_ENDED');
	});
});

describe('required two-step sign-in', () => {
	beforeEach(async () => void (await t.db.update(settings).set({ requireTwoStep: true })));
	afterEach(async () => void (await t.db.update(settings).set({ requireTwoStep: false })));

	test('an administrator who has not set up two-step sign-in can only read the profile and complete the setup, and cannot turn it off again', async () => {
		const admin = await t.admin({ roleLevel: 'super_admin' });
		const rejections = async () => {
			const calls = [
				await t.as(admin).get('/admin/settings'),
				await t.as(admin).get('/admin/admins'),
				await t.as(admin).put('/admin/password', {}),
				await t.as(admin).post('/admin/two-step/end', {}),
			];
			return calls.map((res) => [res.statusCode, res.json().message]);
		};

		const signedIn = await logIn(admin);
		const before = await rejections();
		const profile = await t.as(admin).get('/admin/profile');
		const uri = await startSetup(t, admin);
		const confirmed = await t.as(admin).post('/admin/two-step/confirm', { code: codeOf(uri) });
		const after = await t.as(admin).get('/admin/settings');

		expect(signedIn.json().admin.mustSetUpTwoStep).toBe(true);
		expect(before).toEqual(
			before.map(() => [403, ADMIN_SESSION_ERRORS.twoStepSetupRequired.message]),
		);
		expect(profile.json().admin.mustSetUpTwoStep).toBe(true);
		expect([confirmed.statusCode, after.statusCode]).toEqual([200, 200]);
		expect((await t.as(admin).get('/admin/profile')).json().admin.mustSetUpTwoStep).toBe(false);
		advanceTimeStep();
		const end = { currentPassword: PASSWORD, code: codeOf(uri) };
		const turnedOff = await t.as(admin).post('/admin/two-step/end', end);
		expect([turnedOff.statusCode, turnedOff.json().message]).toEqual([
			409,
			ADMIN_SESSION_ERRORS.twoStepRequired.message,
		]);
	});
});

/** '12345678901234567890' of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
	[59, '287082', 1],
	[1_111_111_109, '081804', 37_037_036],
	[1_234_567_890, '005924', 41_152_263],
	[2_000_000_000, '279037', 66_666_666],
])('TOTP follows RFC 6238: at second %i the code is %s', (second, code, timeStep) => {
	expect(timeStepOfCode(SECRET, code, second * 1000)).toBe(timeStep);
});

test('a TOTP code is accepted one time step early or late, and the code’s own time step is returned', () => {
	const timeSteps = [-2, -1, 0, 1, 2].map((delta) =>
		timeStepOfCode(SECRET, '005924', (1_234_567_890 + delta * 30) * 1000),
	);

	expect(timeSteps).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined]);
});

test('a new TOTP secret has 160 bits, and its otpauth URI contains secret, issuer and account', () => {
	const secret = generateTotpSecret();

	const uri = totpUri(secret, { issuer: 'Hostel & Co', label: 'asha@campus.example' });

	expect(secret).toMatch(/^[A-Z2-7]{32}$/);
	expect(uri).toMatch(/^otpauth:\/\/totp\//);
	expect(URI.parse(uri)).toMatchObject({
		issuer: 'Hostel & Co',
		label: 'asha@campus.example',
		algorithm: 'SHA1',
		digits: 6,
		period: 30,
		secret: { base32: secret },
	});
});
