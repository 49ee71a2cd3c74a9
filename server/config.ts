import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Secrets } from './lib/secrets.ts';
import { team } from './lib/team.ts';

z.config(z.locales.en());

const BUILT_PAGES = fileURLToPath(new URL('../dist/web', import.meta.url));
const PHONE = /^[+(]?\d[\d ()-]{4,30}$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** An unset variable and an empty one are the same. */
function variable<S extends z.core.$ZodType>(schema: S) {
	return z.pipe(
		z.transform((raw: unknown) => (raw === '' ? undefined : raw)),
		schema,
	);
}
/** 1 or 0. */
const flag = variable(z._default(z.enum(['0', '1'], 'either 0 or 1'), '0'));
const optionalText = variable(z.optional(z.string()));
const port = z.pipe(
	z.transform((raw: unknown) => (/^\d{1,5}$/.test(String(raw)) ? Number(raw) : Number.NaN)),
	z.int('a port is a number from 0 to 65535').check(z.minimum(0), z.maximum(65_535)),
);
const webAddress = z
	.url({ protocol: /^https?$/, error: 'an address starts with http:// or https://' })
	.check(z.overwrite((address) => address.replace(/\/+$/, '')));
/** As browsers write it in an Origin header, so that the two compare. */
const webOrigin = webAddress.check(
	z.refine(isOrigin, 'only scheme, host and port, without a path'),
	z.overwrite((address) => (URL.canParse(address) ? new URL(address).origin : address)),
);
const databaseAddress = z
	.string()
	.check(z.refine(isPostgresAddress, 'an address starts with postgres://'));
const signingSecret = z.string().check(z.minLength(32, 'at least 32 characters'));
const emailDomains = z.pipe(
	z.transform((list: string) => list.split(',').map((domain) => domain.trim().toLowerCase())),
	z.array(z.string().check(z.regex(DOMAIN, 'domains as college.example, separated by commas'))),
);

/** The one list of everything that can be configured; `.env.example` explains each for people. */
const environment = z.object({
	/** TCP port of the one origin. */
	PORT: variable(z._default(port, 3000)),
	HOST: variable(z._default(z.string(), '127.0.0.1')),
	/** Database, photos and secrets live below it. */
	DATA_DIR: variable(z._default(z.string(), 'data')),
	/** Any PostgreSQL from 15 on; unset, the embedded one in DATA_DIR. */
	DATABASE_URL: variable(z.optional(databaseAddress)),
	/** 1 where DATABASE_URL is a pooler that hands each transaction any connection. */
	DATABASE_POOLED: flag,
	/** The same database without the pooler, as its owner: for migrations, jobs and listening. */
	DATABASE_DIRECT_URL: variable(z.optional(databaseAddress)),
	/** A copy that follows the database, for listings. */
	DATABASE_REPLICA_URL: variable(z.optional(databaseAddress)),
	/** Redis or Valkey, where the market has several instances. */
	REDIS_URL: variable(
		z.optional(
			z.string().check(z.refine(isRedisAddress, 'an address as redis://:password@host:6379')),
		),
	),
	/** An S3 store for photos; unset, they are in DATA_DIR. */
	PHOTO_STORE: variable(
		z.optional(
			z.string().check(z.refine(isBucket, 'an address as s3://key:secret@host/bucket?region=name')),
		),
	),
	/** Loopback TCP port on which Prometheus finds the metrics; unset, none are kept. */
	METRICS_PORT: variable(z.optional(port)),
	/** Collector of traces by OTLP over HTTP; unset, none are made. */
	OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.optional(webAddress)),
	/** The built web app; unset, the one of this copy of the product. */
	WEB_FOLDER: optionalText,
	/** Where people reach the market, when that is not http://HOST:PORT. */
	PUBLIC_URL: variable(z.optional(webOrigin)),
	/** Other origins whose pages may call the API, separated by commas. */
	CORS_ORIGINS: variable(
		z._default(
			z.pipe(
				z.string(),
				z.pipe(
					z.transform((list: string) => list.split(',').map((origin) => origin.trim())),
					z.array(webOrigin),
				),
			),
			[],
		),
	),
	/** Signs access tokens; unset, one is made and kept in DATA_DIR. */
	JWT_SECRET: variable(z.optional(signingSecret)),
	/** Those that it took the place of, whose tokens stay good; the newest first, separated by commas. */
	JWT_SECRET_PREVIOUS: variable(
		z._default(
			z.pipe(
				z.pipe(
					z.string(),
					z.transform((list: string) => list.split(',').map((secret) => secret.trim())),
				),
				z.array(signingSecret),
			),
			[],
		),
	),
	/** 1 fills an empty database with the demo market; by default only the embedded one. */
	SEED_DEMO: variable(z.optional(z.enum(['0', '1'], 'either 0 or 1'))),
	/** OpenID Connect provider behind "Login with Google"; plain http on loopback only. */
	OIDC_ISSUER: variable(z._default(webAddress, 'https://accounts.google.com')),
	GOOGLE_CLIENT_ID: optionalText,
	GOOGLE_CLIENT_SECRET: optionalText,
	/** The first super_admin; read only while there is none. */
	ADMIN_EMAIL: variable(z.optional(z.email('an email address'))),
	ADMIN_PASSWORD: variable(z.optional(z.string().check(z.minLength(8, 'at least 8 characters')))),
	/** The server that takes our mail; unset, mails are files in DATA_DIR/mail. */
	SMTP_URL: variable(
		z.optional(
			z.url({
				protocol: /^smtps?$/,
				hostname: /./,
				error: 'an address starts with smtp:// or smtps://',
			}),
		),
	),
	/** Sender of our mail; unset, SUPPORT_EMAIL. */
	MAIL_FROM: variable(z.optional(z.email('an email address'))),
	/** Whose email addresses make an account verified once they are confirmed, separated by commas. */
	COLLEGE_EMAIL_DOMAINS: variable(z._default(z.pipe(z.string(), emailDomains), [])),
	/** How many proxies in front are trusted to tell the caller's address, or a list of their addresses. */
	TRUST_PROXY: variable(
		z.optional(
			z
				.string()
				.check(z.refine(areProxies, 'a number of proxies, or addresses separated by commas')),
		),
	),
	/** `off` for tests only. */
	RATE_LIMIT: variable(z._default(z.enum(['on', 'off'], 'either on or off'), 'on')),
	LOG_LEVEL: variable(
		z._default(
			z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'a level of pino'),
			'info',
		),
	),
	SITE_NAME: variable(z._default(z.string(), 'Passdown')),
	COLLEGE_NAME: variable(z._default(z.string(), 'your college')),
	SUPPORT_EMAIL: variable(z._default(z.email('an email address'), 'support@passdown.example')),
	SUPPORT_PHONE: variable(
		z._default(
			z.string().check(z.regex(PHONE, 'a phone number as +91 98765 43210')),
			'+91 00000 00000',
		),
	),
	CAMPUS_ADDRESS: variable(z._default(z.string(), 'Main gate road, Campus')),
	/** The college's: days and dates are those of its clocks. */
	TIME_ZONE: variable(
		z._default(
			z.string().check(z.refine(isTimeZone, 'a time zone as Asia/Kolkata')),
			'Asia/Kolkata',
		),
	),
	/** The three people behind the market. */
	TEAM: variable(
		z._default(team, [
			{ name: 'Ishita Menon', role: 'Founder', email: 'ishita@passdown.example' },
			{ name: 'Kabir Anand', role: 'Operations', email: 'kabir@passdown.example' },
			{ name: 'Zoya Rahman', role: 'Student support', email: 'zoya@passdown.example' },
		]),
	),
});

/** The names of everything that can be configured. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** The configuration is not usable; `faults` name each variable and what is wrong with it. */
export class ConfigurationFault extends Error {
	readonly faults: string[];

	constructor(faults: string[]) {
		super(`The configuration is not valid.\n${faults.join('\n')}`);
		this.faults = faults;
	}
}

/**
 * The whole configuration, frozen.
 * @throws ConfigurationFault naming every variable that is wrong
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
	const parsed = z.safeParse(environment, env);
	if (!parsed.success) {
		throw new ConfigurationFault(
			parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
		);
	}
	const given = parsed.data;
	const faults = contradictions(given);
	if (faults.length > 0) throw new ConfigurationFault(faults);
	return Object.freeze({
		port: given.PORT,
		host: given.HOST,
		dataDir: resolve(given.DATA_DIR),
		databaseUrl: given.DATABASE_URL,
		databasePooled: given.DATABASE_POOLED === '1',
		databaseDirectUrl: given.DATABASE_DIRECT_URL,
		databaseReplicaUrl: given.DATABASE_REPLICA_URL,
		redisUrl: given.REDIS_URL,
		photoStore: given.PHOTO_STORE,
		metricsPort: given.METRICS_PORT,
		tracesUrl: given.OTEL_EXPORTER_OTLP_ENDPOINT,
		webFolder: given.WEB_FOLDER ? resolve(given.WEB_FOLDER) : BUILT_PAGES,
		publicUrl: given.PUBLIC_URL,
		corsOrigins: given.CORS_ORIGINS,
		secrets: secretsOf(given),
		seedDemo: given.SEED_DEMO ? given.SEED_DEMO === '1' : given.DATABASE_URL === undefined,
		identityProvider: identityProvider(given),
		firstAdmin: firstAdmin(given),
		smtpUrl: given.SMTP_URL,
		mailFrom: given.MAIL_FROM ?? given.SUPPORT_EMAIL,
		collegeEmailDomains: given.COLLEGE_EMAIL_DOMAINS,
		trustProxy: trustedProxies(given.TRUST_PROXY),
		rateLimit: given.RATE_LIMIT === 'on',
		logLevel: given.LOG_LEVEL,
		site: Object.freeze({
			name: given.SITE_NAME,
			college: given.COLLEGE_NAME,
			supportEmail: given.SUPPORT_EMAIL,
			supportPhone: given.SUPPORT_PHONE,
			campusAddress: given.CAMPUS_ADDRESS,
			timeZone: given.TIME_ZONE,
			team: given.TEAM,
		}),
	});
}
export type Config = ReturnType<typeof readConfig>;

type Given = z.infer<typeof environment>;

function contradictions(given: Given): string[] {
	const faults: string[] = [];
	const half = (first: keyof Given, second: keyof Given) => {
		if (given[first] && !given[second]) faults.push(`${second}: needed beside ${first}`);
		if (given[second] && !given[first]) faults.push(`${first}: needed beside ${second}`);
	};
	half('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
	half('ADMIN_EMAIL', 'ADMIN_PASSWORD');
	if (given.JWT_SECRET_PREVIOUS.length > 0 && !given.JWT_SECRET) {
		faults.push('JWT_SECRET: needed beside JWT_SECRET_PREVIOUS');
	}
	if (given.SMTP_URL && !given.PUBLIC_URL) {
		faults.push('PUBLIC_URL: needed beside SMTP_URL, for the links in mails');
	}
	faults.push(...contradictionsOfInstances(given));
	const issuer = new URL(given.OIDC_ISSUER);
	if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) {
		faults.push('OIDC_ISSUER: plain http is allowed on this computer only; use https');
	}
	return faults;
}

/** What several instances, or a database of several machines, must be told together. */
function contradictionsOfInstances(given: Given): string[] {
	const faults: string[] = [];
	const needs = (first: keyof Given, second: keyof Given, why: string) => {
		if (given[first] && !given[second]) faults.push(`${second}: needed beside ${first}, ${why}`);
	};
	if (given.DATABASE_POOLED === '1' && !given.DATABASE_DIRECT_URL) {
		faults.push(
			'DATABASE_DIRECT_URL: needed beside DATABASE_POOLED=1, for what a pooler can not hand on',
		);
	}
	needs('DATABASE_DIRECT_URL', 'DATABASE_URL', 'which people are served from');
	needs('DATABASE_REPLICA_URL', 'DATABASE_URL', 'which it follows');
	needs('REDIS_URL', 'JWT_SECRET', 'because all instances sign alike');
	needs('REDIS_URL', 'DATABASE_URL', 'because all instances share one database');
	const store = given.PHOTO_STORE === undefined ? undefined : new URL(given.PHOTO_STORE);
	if (store?.searchParams.get('tls') === 'off' && !isLoopback(store.hostname)) {
		faults.push('PHOTO_STORE: tls=off is allowed on this computer only');
	}
	return faults;
}

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-IN', { timeZone: name }) !== undefined;
	} catch {
		return false;
	}
}

function isOrigin(address: string): boolean {
	// What is no address at all has been refused as such.
	if (!URL.canParse(address)) return true;
	const { pathname, search, hash, username } = new URL(address);
	return pathname === '/' && !search && !hash && !username;
}

/** Without a host, as for a unix socket, such an address is good for PostgreSQL but not for `URL`. */
function isPostgresAddress(address: string): boolean {
	return (
		/^postgres(ql)?:\/\//.test(address) && URL.canParse(address.replace(/(\/\/|@)\//, '$1socket/'))
	);
}

/** One server, or the sentinels that know it: redis+sentinel://:password@host:26379,host:26379/name */
function isRedisAddress(address: string): boolean {
	return /^(rediss?|redis\+sentinel):\/\/[^/]/.test(address);
}

/** With both keys and a bucket; `tls=off` on this computer only. */
function isBucket(address: string): boolean {
	if (!/^s3:\/\//.test(address) || !URL.canParse(address)) return false;
	const { username, password, hostname, pathname } = new URL(address);
	return Boolean(username && password && hostname && /^\/[a-z0-9.-]{3,63}$/.test(pathname));
}

/** What the framework takes: a count, or addresses, networks and its names for kinds of networks. */
function areProxies(given: string): boolean {
	if (/^\d{1,3}$/.test(given)) return true;
	return given.split(',').every((proxy) => {
		const [address = '', bits, ...rest] = proxy.trim().split('/');
		if (bits === undefined && /^(loopback|linklocal|uniquelocal)$/.test(address)) return true;
		const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
		return rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= longest;
	});
}

/** Whether a host name or address can only mean this computer. */
export function isLoopback(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/.test(host);
}

function identityProvider(given: Given) {
	const {
		OIDC_ISSUER: issuer,
		GOOGLE_CLIENT_ID: clientId,
		GOOGLE_CLIENT_SECRET: clientSecret,
	} = given;
	return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

function secretsOf({ JWT_SECRET: newest, JWT_SECRET_PREVIOUS: older }: Given): Secrets | undefined {
	return newest === undefined ? undefined : [newest, ...older];
}

function firstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Given) {
	return email && password ? { email: email.toLowerCase(), password } : undefined;
}

function trustedProxies(given: string | undefined) {
	if (given === undefined) return false;
	if (!/^\d+$/.test(given)) return given;
	return (_address: string, hop: number) => hop < Number(given);
}
