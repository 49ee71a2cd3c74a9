import { describe, expect, test } from 'vitest';
import { faultsOf } from '#tests/support/configuration.ts';
import { readConfig } from './config.ts';

const LINKS = 'PUBLIC_URL: needed beside SMTP_URL, for the links in mails';

describe('two variables that belong together', () => {
	test.each([
		['GOOGLE_CLIENT_ID', 'market', 'GOOGLE_CLIENT_SECRET'],
		['GOOGLE_CLIENT_SECRET', 'hush', 'GOOGLE_CLIENT_ID'],
		['ADMIN_EMAIL', 'admin@campus.example', 'ADMIN_PASSWORD'],
		['ADMIN_PASSWORD', 'long enough', 'ADMIN_EMAIL'],
		['JWT_SECRET_PREVIOUS', 's'.repeat(32), 'JWT_SECRET'],
	])('%s alone asks for the other', (given, value, missing) => {
		expect(faultsOf({ [given]: value })).toEqual([`${missing}: needed beside ${given}`]);
	});

	test('are taken together', () => {
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

	test('share a database and a secret', () => {
		expect(faultsOf({ REDIS_URL: 'redis://:secret@cache:6379' })).toEqual([
			'JWT_SECRET: needed beside REDIS_URL, because all instances sign alike',
			'DATABASE_URL: needed beside REDIS_URL, because all instances share one database',
		]);
		expect(readConfig({ REDIS_URL: 'redis://cache', DATABASE_URL, JWT_SECRET }).redisUrl).toBe(
			'redis://cache',
		);
	});

	test('may find Redis through sentinels', () => {
		const REDIS_URL = 'redis+sentinel://:secret@a:26379,b:26379/market';

		expect(readConfig({ REDIS_URL, DATABASE_URL, JWT_SECRET }).redisUrl).toBe(REDIS_URL);
	});
});

test('a pooler asks for a way around it', () => {
	expect(faultsOf({ DATABASE_URL: 'postgres://me@db/market', DATABASE_POOLED: '1' })).toEqual([
		'DATABASE_DIRECT_URL: needed beside DATABASE_POOLED=1, for what a pooler can not hand on',
	]);
});

test.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
	'%s alone asks for the database itself',
	(name) => {
		expect(faultsOf({ [name]: 'postgres://me@db/market' })[0]).toMatch(/^DATABASE_URL: needed/);
	},
);

describe('a photo store', () => {
	test.each([
		's3://bucket',
		's3://key@host/bucket',
		's3://key:secret@host',
		's3://key:secret@host/two/parts',
		'https://key:secret@host/bucket',
	])('is refused without its keys, its host or its bucket: %s', (PHOTO_STORE) => {
		const faults = faultsOf({ PHOTO_STORE });

		expect(faults).toEqual([expect.stringMatching(/^PHOTO_STORE: an address as s3:/)]);
		expect(faults.join()).not.toContain('key:secret@host/two');
	});

	test('without TLS is one of this computer', () => {
		const address = (host: string) => `s3://key:secret@${host}/photos?tls=off`;

		expect(faultsOf({ PHOTO_STORE: address('127.0.0.1:9000') })).toEqual([]);
		expect(faultsOf({ PHOTO_STORE: address('store.example') })).toEqual([
			'PHOTO_STORE: tls=off is allowed on this computer only',
		]);
	});
});

test('mail over SMTP asks for the address that its links lead to', () => {
	const SMTP_URL = 'smtps://me:secret@mail.example';

	expect(faultsOf({ SMTP_URL })).toEqual([LINKS]);
	expect(readConfig({ SMTP_URL, PUBLIC_URL: 'https://market.example' }).smtpUrl).toBe(SMTP_URL);
});

describe('an issuer on plain http', () => {
	test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
		'is taken on this computer: %s',
		(issuer) => {
			expect(faultsOf({ OIDC_ISSUER: issuer })).toEqual([]);
		},
	);

	test.each(['http://login.example', 'http://127.0.0.1.evil.example', 'http://localhost.example'])(
		'is refused elsewhere: %s',
		(issuer) => {
			expect(faultsOf({ OIDC_ISSUER: issuer })).toEqual([
				'OIDC_ISSUER: plain http is allowed on this computer only; use https',
			]);
		},
	);
});

test('the demo comes by itself with the embedded database only', () => {
	expect(readConfig({}).seedDemo).toBe(true);
	expect(readConfig({ DATABASE_URL: 'postgres://db/market' }).seedDemo).toBe(false);
	expect(readConfig({ DATABASE_URL: 'postgres://db/market', SEED_DEMO: '1' }).seedDemo).toBe(true);
});

test('a process that can not fill in the demo leaves it out, and refuses to be asked for it', () => {
	const alone = { canSeedDemo: false };

	expect(readConfig({}, alone).seedDemo).toBe(false);
	expect(readConfig({ SEED_DEMO: '0' }, alone).seedDemo).toBe(false);
	expect(() => readConfig({ SEED_DEMO: '1' }, alone)).toThrow(/\nSEED_DEMO: .+; set it to 0$/);
});

describe('where the links in mails lead', () => {
	test.each(['smtp://127.0.0.1:1025', 'smtp://localhost:1025', 'smtp://[::1]:1025'])(
		'is known where both mails and pages stay on this computer: %s',
		(SMTP_URL) => {
			expect(faultsOf({ SMTP_URL })).toEqual([]);
			expect(faultsOf({ SMTP_URL, HOST: 'localhost' })).toEqual([]);
		},
	);

	test.each([
		['mails leave this computer', { SMTP_URL: 'smtps://me:secret@mail.example' }],
		['people come from others', { SMTP_URL: 'smtp://127.0.0.1:1025', HOST: '0.0.0.0' }],
		['a proxy stands in front', { SMTP_URL: 'smtp://127.0.0.1:1025', TRUST_PROXY: '1' }],
	])('has to be said where %s', (_, given) => {
		expect(faultsOf(given)).toEqual([LINKS]);
		expect(faultsOf({ ...given, PUBLIC_URL: 'https://market.example' })).toEqual([]);
	});
});
