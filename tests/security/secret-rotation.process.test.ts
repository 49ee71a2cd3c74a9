import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN_SESSION_ERRORS } from '#contract/admin/errors.ts';
import {
	createTwoStepEncryption,
	reencryptTwoStepSecrets,
	secretOwnerOf,
} from '#server/admin/administrators/encryption.ts';
import { admins } from '#server/db/schema/admins.ts';
import { createTokens } from '#server/features/auth/sessions/tokens.ts';
import { createUnsubscribeTokens } from '#server/features/notifications/commands.ts';
import { loadSecrets, rotateSecret, type Secrets } from '#server/lib/secrets.ts';
import { photoUrl } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { startScript } from '#tests/support/process.ts';
import { SECRETS } from '#tests/support/secret.ts';

/** Only `npm run test:security` runs the slow test, which starts the server twice. */
// biome-ignore lint/style/noProcessEnv: the caller decides whether slow tests run
const IS_LONG = process.env.SECURITY_ROUNDS !== undefined;
const NEW: Secrets = ['the secret that took its place, as long'];
/** An app whose secret was rotated. It signs with the new secret, and still accepts signatures of the older one. */
const rotated = await openApp({}, [...NEW, ...SECRETS]);
/** An app whose secret was rotated and whose older secret was then removed. */
const withoutOlder = await openApp({}, NEW);

async function freshFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'market-secrets-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

async function rotate(folder: string, ...args: string[]) {
	const command = startScript('tools/cli/main.ts', ['rotate-secret', ...args], {
		DATA_DIR: folder,
		DATABASE_URL: rotated.url,
	});
	return { code: await command.ended, output: command.output(), errors: command.errors() };
}

describe('a rotated secret', () => {
	test('a rotated secret keeps all users signed in, and signs no new session', async () => {
		const student = await rotated.student();
		const credentials = { email: student.email, password: PASSWORD };

		const before = await rotated.as(student).get('/auth');
		const { accessToken } = (await rotated.as(null).post('/auth/login', credentials)).json();

		expect(before.statusCode).toBe(200);
		expect(await createTokens(NEW).verify(accessToken)).toMatchObject({ id: student.id });
		expect(await createTokens(SECRETS).verify(accessToken)).toBeUndefined();
	});

	test('a rotated secret is not accepted after its removal', async () => {
		const student = await withoutOlder.student();

		expect((await withoutOlder.as(student).get('/auth')).statusCode).toBe(401);
	});

	test('a rotated secret still gives access to photos with URLs that it signed', async () => {
		const openPhoto = async (t: typeof rotated) => {
			const { hashes } = await t.item(await t.student(), { bannedAt: new Date() });
			const signed = { secrets: SECRETS, now: new Date() };
			return t.app.inject(photoUrl(hashes[0] ?? '', { signed }));
		};

		expect((await openPhoto(rotated)).statusCode).toBe(200);
		expect((await openPhoto(withoutOlder)).statusCode).toBe(404);
	});

	test('a rotated secret still accepts the unsubscribe links that it signed', async () => {
		const unsubscribe = async (t: typeof rotated) => {
			const { id: userId } = await t.student();
			const token = createUnsubscribeTokens(SECRETS).sign({ userId, kind: 'message' });
			return t.as(null).post(`/unsubscribe/${token}`);
		};

		expect((await unsubscribe(rotated)).statusCode).toBe(200);
		expect((await unsubscribe(withoutOlder)).statusCode).not.toBe(200);
	});

	test('a rotated secret still recognizes known browsers', async () => {
		const rateLimited = await openApp({ RATE_LIMIT: 'on' });
		const after = await openApp({ RATE_LIMIT: 'on' }, [...NEW, ...SECRETS]);
		const { email } = await rateLimited.student();
		await after.student({ email });
		const logIn = (t: typeof rotated, password: string, cookie = '') =>
			t.app.inject({
				method: 'POST',
				url: '/api/auth/login',
				payload: { email, password },
				headers: { cookie },
			});
		const login = await logIn(rateLimited, PASSWORD);
		const cookie = String(login.headers['set-cookie']).split(';', 1)[0] ?? '';
		for (let n = 0; n < 6; n++) await logIn(after, 'a guess');

		const [unknownBrowser, knownBrowser] = [
			await logIn(after, PASSWORD),
			await logIn(after, PASSWORD, cookie),
		];

		expect([unknownBrowser.statusCode, knownBrowser.statusCode]).toEqual([429, 200]);
	});

	test('a rotated secret still decrypts two-step secrets, which can be re-encrypted with the new secret', async () => {
		const secret = new Secret();
		const admin = await rotated.admin({ totpSecret: 'to be sealed', totpConfirmedAt: new Date() });
		const encrypted = createTwoStepEncryption(SECRETS).encrypt(
			secret.base32,
			secretOwnerOf(admin.id),
		);
		const stored = eq(admins.id, admin.id);
		await rotated.db.update(admins).set({ totpSecret: encrypted }).where(stored);
		const broken = await rotated.admin({ totpSecret: 'not sealed by us' });

		const code = new TOTP({ secret }).generate();
		const credentials = { email: admin.email, password: PASSWORD, code };
		const res = await rotated.as(null).post('/admin/login', credentials);
		await reencryptTwoStepSecrets(rotated.db, createTwoStepEncryption([...NEW, ...SECRETS]));

		const [row] = await rotated.db.select().from(admins).where(stored);
		const renewed = row?.totpSecret ?? '';
		expect(res.statusCode).toBe(200);
		expect(createTwoStepEncryption(NEW).decrypt(renewed, secretOwnerOf(admin.id))).toBe(
			secret.base32,
		);
		expect(() =>
			createTwoStepEncryption(SECRETS).decrypt(renewed, secretOwnerOf(admin.id)),
		).toThrow();
		const [left] = await rotated.db.select().from(admins).where(eq(admins.id, broken.id));
		expect(left?.totpSecret).toBe('not sealed by us');
		await reencryptTwoStepSecrets(rotated.db, createTwoStepEncryption([...NEW, ...SECRETS]));
		expect((await rotated.db.select().from(admins).where(stored))[0]?.totpSecret).toBe(renewed);
	});
});

describe('JWT_SECRET replaced at one instance after the other', () => {
	/** Credentials of an administrator whose two-step secret is encrypted with the older secret. */
	async function adminWithCode(t: typeof rotated) {
		const secret = new Secret();
		const admin = await t.admin({ totpSecret: 'set below', totpConfirmedAt: new Date() });
		const totpSecret = createTwoStepEncryption(SECRETS).encrypt(
			secret.base32,
			secretOwnerOf(admin.id),
		);
		await t.db.update(admins).set({ totpSecret }).where(eq(admins.id, admin.id));
		return { email: admin.email, password: PASSWORD, code: new TOTP({ secret }).generate() };
	}

	test('a replaced JWT_SECRET locks no administrator out when all instances have accepted the new secret before', async () => {
		const accepting = await openApp({}, [...SECRETS, ...NEW]);
		const signing = await openApp({ DATABASE_URL: accepting.url }, [...NEW, ...SECRETS]);
		const [first, second] = [await adminWithCode(accepting), await adminWithCode(accepting)];

		await reencryptTwoStepSecrets(signing.db, createTwoStepEncryption([...NEW, ...SECRETS]));

		const responses = [
			await accepting.as(null).post('/admin/login', first),
			await signing.as(null).post('/admin/login', second),
		];
		expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
	});

	test('a replaced JWT_SECRET makes an instance without the new secret answer a sign-in with 503, because it cannot check the code, and log the remedy', async () => {
		const waiting = await openApp();
		const credentials = await adminWithCode(waiting);
		await reencryptTwoStepSecrets(waiting.db, createTwoStepEncryption([...NEW, ...SECRETS]));

		const res = await waiting.as(null).post('/admin/login', credentials);

		expect(res.statusCode).toBe(503);
		expect(res.json()).toEqual({ success: false, ...ADMIN_SESSION_ERRORS.codeNotCheckable });
		expect(waiting.failures.splice(0)).toEqual([
			expect.objectContaining({ msg: expect.stringContaining('JWT_SECRET') }),
		]);
	});
});

describe('npm run rotate-secret', () => {
	test('rotate-secret puts a strong new secret before the kept secrets, in a file readable only by its owner', async () => {
		const folder = await freshFolder();
		const first = await loadSecrets(folder, 'jwt-secret');

		const { code, output } = await rotate(folder);

		const secrets = await loadSecrets(folder, 'jwt-secret');
		const path = join(folder, 'jwt-secret');
		expect([code, secrets.slice(1)]).toEqual([0, first]);
		expect(Buffer.from(secrets[0], 'base64url')).toHaveLength(32);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(output).toContain('Nobody is signed out');
		for (const secret of secrets) expect(output).not.toContain(secret);
	});

	test('rotate-secret with --forget-older keeps only the newest secret, which decrypts the authenticator secrets re-encrypted before', async () => {
		const folder = await freshFolder();
		const encrypted = createTwoStepEncryption(await loadSecrets(folder, 'jwt-secret')).encrypt(
			'shared with an app',
			'admin 1',
		);
		await rotate(folder);
		const secrets = await loadSecrets(folder, 'jwt-secret');
		const reencrypted = createTwoStepEncryption(secrets).reencrypt(encrypted, 'admin 1') ?? '';

		const { code, output } = await rotate(folder, '--forget-older');

		const path = join(folder, 'jwt-secret');
		const remaining = await loadSecrets(folder, 'jwt-secret');
		expect([code, remaining]).toEqual([0, [secrets[0]]]);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(output).toContain('log in again');
		const encryption = createTwoStepEncryption(remaining);
		expect(encryption.decrypt(reencrypted, 'admin 1')).toBe('shared with an app');
	});

	test('rotate-secret with --forget-older refuses while the older secret is needed for two-step sign-in, and keeps it', async () => {
		const folder = await freshFolder();
		const admin = await rotated.admin({ totpSecret: 'set below', totpConfirmedAt: new Date() });
		const totpSecret = createTwoStepEncryption(await loadSecrets(folder, 'jwt-secret')).encrypt(
			new Secret().base32,
			secretOwnerOf(admin.id),
		);
		await rotated.db.update(admins).set({ totpSecret }).where(eq(admins.id, admin.id));
		await rotate(folder);
		const secrets = await loadSecrets(folder, 'jwt-secret');

		const refused = await rotate(folder, '--forget-older');
		const afterRefusal = await loadSecrets(folder, 'jwt-secret');
		await reencryptTwoStepSecrets(rotated.db, createTwoStepEncryption(secrets));
		const repeated = await rotate(folder, '--forget-older');

		expect([refused.code, refused.errors]).toEqual([
			1,
			expect.stringContaining('encrypted with an older secret: 1.'),
		]);
		expect(afterRefusal).toEqual(secrets);
		expect(repeated.code).toBe(0);
	});

	test('rotate-secret with --forget-older removes only the secrets that it has checked, although another rotation adds one meanwhile', async () => {
		const folder = await freshFolder();
		await rotateSecret(folder, 'jwt-secret');
		const [inUse] = await loadSecrets(folder, 'jwt-secret');
		const forgetting: ReturnType<typeof rotate>[] = [];

		await rotated.db.transaction(async (tx) => {
			await tx.execute(sql`lock table ${admins} in access exclusive mode`);
			forgetting.push(rotate(folder, '--forget-older'));
			await waitForBlockedSession(rotated.url);
			await rotateSecret(folder, 'jwt-secret');
		});

		expect(await Promise.all(forgetting)).toEqual([expect.objectContaining({ code: 0 })]);
		expect((await loadSecrets(folder, 'jwt-secret')).slice(1)).toEqual([inUse]);
	});

	test('rotate-secret with --forget-older refuses when there is only one secret, and keeps that secret', async () => {
		const folder = await freshFolder();
		const only = await loadSecrets(folder, 'jwt-secret');

		const { code, errors } = await rotate(folder, '--forget-older');

		expect([code, errors]).toEqual([1, expect.stringContaining('no older secret')]);
		expect(await loadSecrets(folder, 'jwt-secret')).toEqual(only);
	});

	test('rotate-secret refuses a folder without a secret, and creates no secret', async () => {
		const folder = await freshFolder();

		const { code, errors } = await rotate(folder);

		expect([code, errors]).toEqual([1, expect.stringContaining(`a secret in ${folder} yet`)]);
		expect(await readdir(folder)).toEqual([]);
	});

	test('rotate-secret refuses unknown options, and a secret set by the environment', async () => {
		const folder = await freshFolder();
		const command = startScript('tools/cli/main.ts', ['rotate-secret'], {
			DATA_DIR: folder,
			JWT_SECRET: 's'.repeat(32),
		});

		expect((await rotate(folder, '--forget')).errors).toMatch(/^Usage: /);
		expect([await command.ended, command.errors()]).toEqual([
			1,
			expect.stringContaining('JWT_SECRET_PREVIOUS'),
		]);
	});

	test.runIf(IS_LONG)(
		'rotate-secret keeps all users signed in after a restart of the server',
		async () => {
			const folder = await freshFolder();
			const environment = {
				DATA_DIR: folder,
				DATABASE_URL: await cloneDatabase(),
				WEB_FOLDER: join(import.meta.dirname, '../support/pages'),
				PORT: '0',
				LOG_LEVEL: 'silent',
			};
			const open = async () => {
				const appProcess = startScript('server/main.ts', [], environment);
				const [, address = ''] = await appProcess.waitForOutput(/ is open at (\S+)/);
				const close = async () => {
					appProcess.child.kill('SIGTERM');
					await appProcess.ended;
				};
				return { address, close };
			};
			const before = await open();
			const body = JSON.stringify({
				userName: 'Asha',
				email: 'asha@x.example',
				password: PASSWORD,
			});
			const headers = { 'content-type': 'application/json' };
			const registering = fetch(`${before.address}/api/auth/register`, {
				method: 'POST',
				headers,
				body,
			});
			const { accessToken } = (await (await registering).json()) as { accessToken: string };
			await before.close();
			await rotateSecret(folder, 'jwt-secret');

			const after = await open();
			const response = await fetch(`${after.address}/api/auth`, {
				headers: { authorization: `Bearer ${accessToken}` },
			});

			expect(response.status).toBe(200);
			expect(
				await createTokens([(await loadSecrets(folder, 'jwt-secret'))[0]]).verify(accessToken),
			).toBeUndefined();
		},
	);
});
