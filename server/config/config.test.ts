import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configurationProblems } from '#tests/support/configuration-problems.ts';
import { readConfig } from './config.ts';
import { VARIABLES } from './environment.ts';

const EXAMPLE = join(import.meta.dirname, '../../.env.example');

describe('the default configuration', () => {
	test('has the values that clients rely on', () => {
		expect(readConfig({})).toEqual({
			port: 3000,
			host: '127.0.0.1',
			dataDir: resolve('data'),
			databaseUrl: undefined,
			redisUrl: undefined,
			photoStore: undefined,
			metricsPort: undefined,
			webFolder: resolve('dist/web'),
			publicUrl: undefined,
			corsOrigins: [],
			clientOrigins: [],
			secrets: undefined,
			seedDemo: true,
			identityProvider: undefined,
			firstAdmin: undefined,
			smtpUrl: undefined,
			mailFrom: 'support@passdown.example',
			collegeEmailDomains: [],
			trustProxy: false,
			rateLimit: true,
			logLevel: 'info',
			site: {
				name: 'Passdown',
				college: 'your college',
				supportEmail: 'support@passdown.example',
				supportPhone: '+91 00000 00000',
				campusAddress: 'Main gate road, Campus',
				timeZone: 'Asia/Kolkata',
				utcOffsetChanges: [[Date.UTC(2020, 0, 1), 330]],
				team: [
					{ name: 'Ishita Menon', role: 'Founder', email: 'ishita@passdown.example' },
					{ name: 'Kabir Anand', role: 'Operations', email: 'kabir@passdown.example' },
					{ name: 'Zoya Rahman', role: 'Student support', email: 'zoya@passdown.example' },
				],
				googleSignIn: 'explained',
			},
		});
	});

	test('also applies to variables that are set to an empty text', () => {
		const empty = Object.fromEntries(VARIABLES.map((name) => [name, '']));

		expect(readConfig(empty)).toEqual(readConfig({}));
	});
});

describe('configured values', () => {
	test('a valid value is accepted and brought to one form', () => {
		const database = 'postgres://me:secret@db/market';
		const sockets = ['postgresql:///market?host=/run', 'postgres://me@/market?host=/run'];
		for (const [name, value, expected] of [
			['PORT', '0', { port: 0 }],
			['PORT', '65535', { port: 65_535 }],
			['HOST', '0.0.0.0', { host: '0.0.0.0' }],
			['DATA_DIR', '/srv/market', { dataDir: '/srv/market' }],
			...[database, ...sockets].map((url) => ['DATABASE_URL', url, { databaseUrl: url }] as const),
			['PHOTO_STORE', 's3://k:s@host/photos', { photoStore: 's3://k:s@host/photos' }],
			['METRICS_PORT', '9464', { metricsPort: 9464 }],
			['WEB_FOLDER', '/srv/pages', { webFolder: '/srv/pages' }],
			['PUBLIC_URL', 'HTTP://Market.Example:80/', { publicUrl: 'http://market.example' }],
			[
				'CORS_ORIGINS',
				'https://a.example, http://localhost:5173/',
				{ corsOrigins: ['https://a.example', 'http://localhost:5173'] },
			],
			[
				'CLIENT_ORIGINS',
				'https://app.example/, HTTP://LocalHost:5173',
				{ clientOrigins: ['https://app.example', 'http://localhost:5173'] },
			],
			['JWT_SECRET', 's'.repeat(32), { secrets: ['s'.repeat(32)] }],
			['SEED_DEMO', '0', { seedDemo: false }],
			['SEED_DEMO', '1', { seedDemo: true }],
			['MAIL_FROM', 'post@market.example', { mailFrom: 'post@market.example' }],
			[
				'COLLEGE_EMAIL_DOMAINS',
				'College.example, cs.college.example',
				{ collegeEmailDomains: ['college.example', 'cs.college.example'] },
			],
			['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8, ::1' }],
			['TRUST_PROXY', 'loopback', { trustProxy: 'loopback' }],
			['RATE_LIMIT', 'off', { rateLimit: false }],
			['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
		] as const)
			expect(readConfig({ [name]: value }), name).toMatchObject(expected);
	});

	test('the variables of the site set the names, contacts, time zone and team', () => {
		const { site } = readConfig({
			SITE_NAME: 'Bazaar',
			COLLEGE_NAME: 'IET',
			SUPPORT_EMAIL: 'help@iet.example',
			SUPPORT_PHONE: '(0522) 272-5450',
			CAMPUS_ADDRESS: 'Sitapur Road',
			TIME_ZONE: 'Asia/Dhaka',
			TEAM: 'A. B. Rao, Dean, IET <rao@iet.example>;Meera <meera@iet.example> ; Om , help <om@iet.example>',
		});

		expect(site).toEqual({
			name: 'Bazaar',
			college: 'IET',
			supportEmail: 'help@iet.example',
			supportPhone: '(0522) 272-5450',
			campusAddress: 'Sitapur Road',
			timeZone: 'Asia/Dhaka',
			utcOffsetChanges: [[Date.UTC(2020, 0, 1), 360]],
			team: [
				{ name: 'A. B. Rao', role: 'Dean, IET', email: 'rao@iet.example' },
				{ name: 'Meera', role: '', email: 'meera@iet.example' },
				{ name: 'Om', role: 'help', email: 'om@iet.example' },
			],
			googleSignIn: 'explained',
		});
	});

	test('an invalid value is refused with the name of the variable', () => {
		for (const [name, values] of Object.entries({
			PORT: ['65536', '-1', '0x50', 'http'],
			DATABASE_URL: ['mysql://me@db/market', 'db/market', 'postgres://db:port/market'],
			REDIS_URL: ['cache:6379', 'redis+sentinel://:secret@a:26379,b:26379/market'],
			METRICS_PORT: ['on'],
			PUBLIC_URL: ['market.example', 'ftp://market.example', 'https://market.example/shop'],
			CORS_ORIGINS: ['https://a.example,*', 'https://a.example/path'],
			CLIENT_ORIGINS: [
				'*',
				'https://app.example/auth',
				'https://me:pw@app.example',
				'myapp://open',
			],
			JWT_SECRET: ['too short'],
			JWT_SECRET_PREVIOUS: ['too short'],
			SEED_DEMO: ['yes'],
			OIDC_ISSUER: ['accounts.google.com'],
			ADMIN_EMAIL: ['admin'],
			ADMIN_PASSWORD: ['short'],
			SMTP_URL: ['mail.example:587', 'http://mail.example'],
			MAIL_FROM: ['Market <post@market.example>'],
			COLLEGE_EMAIL_DOMAINS: ['@college.example', 'college', 'college.example,'],
			TRUST_PROXY: ['all', '10.0.0.0/33', '10.0.0.1,'],
			RATE_LIMIT: ['0'],
			LOG_LEVEL: ['verbose'],
			SUPPORT_EMAIL: ['help'],
			SUPPORT_PHONE: ['call us', '100'],
			TIME_ZONE: ['Lucknow'],
			TEAM: [
				'Rao <rao@iet.example>',
				'A <a@iet.example>; B <b@iet.example>; C <c@iet.example>; D <d@iet.example>',
				'A <a@iet.example>; B <b@iet.example>; C <c@iet.example>;',
				'A <a@iet.example>; B <b@iet.example>; C',
				'A <a@iet.example>; B <b@iet.example>; <c@iet.example>',
				'A <a@iet.example>; B <b@iet.example>; C <none>',
			],
		}))
			for (const value of values)
				expect(configurationProblems({ [name]: value })[0], `${name}=${value}`).toMatch(
					new RegExp(`^${name}: .`),
				);
	});

	test('an invalid secret is not repeated in the error message', () => {
		expect(configurationProblems({ JWT_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
		expect(
			configurationProblems({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'hunter2' }).join(),
		).not.toContain('hunter2');
	});
});

test('all configuration errors are reported together, one per line', () => {
	const environment = { PORT: 'x', LOG_LEVEL: 'loud', SEED_DEMO: '2' };

	const names = configurationProblems(environment).map((problem) => problem.split(':', 1)[0]);

	expect(names).toEqual(['PORT', 'SEED_DEMO', 'LOG_LEVEL']);
	expect(() => readConfig(environment)).toThrow(
		/^The configuration is not valid\.\nPORT: .+\nSEED_DEMO: .+\nLOG_LEVEL: .+$/,
	);
});

test('TRUST_PROXY=2 trusts exactly two proxy hops', () => {
	const { trustProxy } = readConfig({ TRUST_PROXY: '2' });
	if (typeof trustProxy !== 'function') throw new Error('The number was taken for an address.');

	expect([0, 1, 2].map((hop) => trustProxy('203.0.113.7', hop))).toEqual([true, true, false]);
});

test('.env.example lists every variable once, below its description', async () => {
	const lines = (await readFile(EXAMPLE, 'utf8')).split('\n');
	const listed = lines.filter((line) => /^[A-Z_]+=/.test(line));

	expect(listed.map((line) => line.split('=', 1)[0]).sort()).toEqual([...VARIABLES].sort());
	for (const line of listed) {
		expect(lines[lines.indexOf(line) - 1], line).toMatch(/^(# .|[A-Z_]+=)/);
	}
});
