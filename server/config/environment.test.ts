import { describe, expect, test } from 'vitest';
import { configurationProblems } from '#tests/support/configuration-problems.ts';
import { readConfig } from './config.ts';

const LINKS = 'PUBLIC_URL: required if SMTP_URL is set, for the links in mails';

describe('two variables that belong together', () => {
	test('are refused if only one of them is set', () => {
		for (const [variable, value, missing] of [
			['GOOGLE_CLIENT_ID', 'market', 'GOOGLE_CLIENT_SECRET'],
			['GOOGLE_CLIENT_SECRET', 'hush', 'GOOGLE_CLIENT_ID'],
			['ADMIN_EMAIL', 'admin@campus.example', 'ADMIN_PASSWORD'],
			['ADMIN_PASSWORD', 'long enough', 'ADMIN_EMAIL'],
			['JWT_SECRET_PREVIOUS', 's'.repeat(32), 'JWT_SECRET'],
		] as const)
			expect(configurationProblems({ [variable]: value })).toEqual([
				`${missing}: required if ${variable} is set`,
			]);
	});

	test('are accepted together', () => {
		const config = readConfig({
			GOOGLE_CLIENT_ID: 'market',
			GOOGLE_CLIENT_SECRET: 'hush',
			ADMIN_EMAIL: 'Admin@Campus.example',
			ADMIN_PASSWORD: 'long enough',
		});

		expect(config.identityProvider).toEqual({
			issuer: 'https://accounts.google.com',
			clientId: 'market',
			clientSecret: 'hush',
		});
		expect(config.firstAdmin).toEqual({ email: 'admin@campus.example', password: 'long enough' });
	});
});

describe('several instances', () => {
	const DATABASE_URL = 'postgres://me@db/market';
	const JWT_SECRET = 's'.repeat(32);

	test('require a shared database and a shared secret', () => {
		expect(configurationProblems({ REDIS_URL: 'redis://:secret@cache:6379' })).toEqual([
			'JWT_SECRET: required if REDIS_URL is set, because all instances need the same secret',
			'DATABASE_URL: required if REDIS_URL is set, because all instances share one database',
		]);
		const REDIS_URL = 'redis://cache';
		expect(readConfig({ REDIS_URL, DATABASE_URL, JWT_SECRET }).redisUrl).toBe(REDIS_URL);
	});
});

describe('a photo store', () => {
	test.each([
		's3://bucket',
		's3://key@host/bucket',
		's3://key:secret@host',
		's3://key:secret@host/two/parts',
		'https://key:secret@host/bucket',
	])('is refused with an address that is not complete or not S3: %s', (PHOTO_STORE) => {
		const problems = configurationProblems({ PHOTO_STORE });

		expect(problems).toEqual([expect.stringMatching(/^PHOTO_STORE: must be a URL like s3:/)]);
		expect(problems.join()).not.toContain('key:secret@host/two');
	});

	test('without TLS must be on this computer', () => {
		const address = (host: string) => `s3://key:secret@${host}/photos?tls=off`;

		expect(configurationProblems({ PHOTO_STORE: address('127.0.0.1:9000') })).toEqual([]);
		expect(configurationProblems({ PHOTO_STORE: address('store.example') })).toEqual([
			'PHOTO_STORE: tls=off is allowed on this computer only',
		]);
	});
});

describe('a public https URL', () => {
	const PUBLIC_URL = 'https://market.example';

	test('is accepted with TRUST_PROXY only, because every client would have the address of the TLS proxy', () => {
		expect(configurationProblems({ PUBLIC_URL })).toEqual([
			expect.stringMatching(/^TRUST_PROXY: required if PUBLIC_URL is https/),
		]);
		for (const TRUST_PROXY of ['1', '10.0.0.0/8', '0'])
			expect(configurationProblems({ PUBLIC_URL, TRUST_PROXY })).toEqual([]);
		expect(configurationProblems({ PUBLIC_URL: 'http://market.example' })).toEqual([]);
	});
});

test('the metrics need a port of their own', () => {
	expect(configurationProblems({ PORT: '4199', METRICS_PORT: '4199' })).toEqual([
		'METRICS_PORT: must differ from PORT',
	]);
});

test('an OpenID Connect issuer on plain http is accepted on this computer only', () => {
	for (const host of ['localhost:9000', '127.0.0.1:9000', '[::1]:9000'])
		expect(configurationProblems({ OIDC_ISSUER: `http://${host}` }), host).toEqual([]);
	for (const host of ['login.example', '127.0.0.1.evil.example', 'localhost.example'])
		expect(configurationProblems({ OIDC_ISSUER: `http://${host}` }), host).toEqual([
			'OIDC_ISSUER: plain http is allowed on this computer only; use https',
		]);
});

test('demo data is added by default to the embedded database only', () => {
	expect(readConfig({}).seedDemo).toBe(true);
	expect(readConfig({ DATABASE_URL: 'postgres://db/market' }).seedDemo).toBe(false);
	expect(readConfig({ DATABASE_URL: 'postgres://db/market', SEED_DEMO: '1' }).seedDemo).toBe(true);
});

test('a process that cannot add demo data does not do so by default, and refuses SEED_DEMO=1', () => {
	const alone = { canSeedDemo: false };

	expect(readConfig({}, alone).seedDemo).toBe(false);
	expect(readConfig({ SEED_DEMO: '0' }, alone).seedDemo).toBe(false);
	expect(() => readConfig({ SEED_DEMO: '1' }, alone)).toThrow(/\nSEED_DEMO: .+; set it to 0$/);
});

test('the origin of links in mails needs no PUBLIC_URL if mails and pages stay on this computer', () => {
	for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
		const SMTP_URL = `smtp://${host}:1025`;
		expect(configurationProblems({ SMTP_URL })).toEqual([]);
		expect(configurationProblems({ SMTP_URL, HOST: 'localhost' })).toEqual([]);
	}
	const SMTP_URL = 'smtp://127.0.0.1:1025';
	const PUBLIC_URL = 'http://market.example';
	const environments: Record<string, string>[] = [
		{ SMTP_URL: 'smtps://me:secret@mail.example' },
		{ SMTP_URL, HOST: '0.0.0.0' },
		{ SMTP_URL, TRUST_PROXY: '1' },
	];
	for (const environment of environments) {
		expect(configurationProblems(environment)).toEqual([LINKS]);
		expect(configurationProblems({ ...environment, PUBLIC_URL })).toEqual([]);
	}
});
