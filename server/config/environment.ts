import { isIP } from 'node:net';
import * as z from 'zod/mini';
import type { TeamMember } from '#contract/core/team.ts';
import { isLoopback } from '#server/lib/ip-network.ts';

/* The types of environment variables: schemas that check and convert their texts. */

// Until a locale is set, every error message of zod/mini is "Invalid input".
z.config(z.locales.en());

const PHONE = /^[+(]?\d[\d ()-]{4,30}$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** An optional variable; an empty value counts as unset. */
function optional<S extends z.core.$ZodType>(kind: S) {
	return variable(z.optional(kind));
}

/** A variable with a default. */
function withDefault<S extends z.core.$ZodType>(
	kind: S,
	defaultValue: z.core.util.NoUndefined<z.output<S>>,
) {
	return variable(z._default(kind, defaultValue));
}

function variable<S extends z.core.$ZodType>(kind: S) {
	return z.pipe(
		z.transform((raw: unknown) => (raw === '' ? undefined : raw)),
		kind,
	);
}

/** A comma-separated list; empty if unset. */
function listOf(item: z.ZodMiniType<string, string>): z.ZodMiniType<string[]> {
	const list = z.pipe(
		z.string(),
		z.transform((joined: string) => joined.split(',').map((one) => one.trim())),
	);
	return withDefault(z.pipe(list, z.array(item)), []);
}

const text = z.string();
const host = z.string().check(z.refine(isHost, 'must be an IP address or a host name'));
const emailAddress = z.email('must be an email address');
const zeroOrOne = z.enum(['0', '1'], 'must be 0 or 1');
const port = z.pipe(
	z.transform((raw: unknown) => (/^\d{1,5}$/.test(String(raw)) ? Number(raw) : Number.NaN)),
	z.int('must be a number from 0 to 65535').check(z.minimum(0), z.maximum(65_535)),
);
const webAddress = z
	.url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
	.check(z.overwrite((address) => address.replace(/\/+$/, '')));
/** Normalized like the Origin header of browsers, so that both can be compared. */
const webOrigin = webAddress.check(
	z.refine(isOrigin, 'must have only scheme, host and port, without a path'),
	z.overwrite((address) => (URL.canParse(address) ? new URL(address).origin : address)),
);
const databaseAddress = z
	.string()
	.check(z.refine(isPostgresAddress, 'must start with postgres://'));
const redisAddress = z
	.string()
	.check(z.refine(isRedisAddress, 'must be a URL like redis://:password@host:6379'));
const bucketAddress = z
	.string()
	.check(z.refine(isBucket, 'must be a URL like s3://key:secret@host/bucket?region=name'));
const mailServer = z.url({
	protocol: /^smtps?$/,
	hostname: /./,
	error: 'must start with smtp:// or smtps://',
});
const signingSecret = z.string().check(z.minLength(32, 'must have at least 32 characters'));
const password = z.string().check(z.minLength(8, 'must have at least 8 characters'));
const emailDomain = z.pipe(
	z.transform((domain: string) => domain.toLowerCase()),
	z.string().check(z.regex(DOMAIN, 'must be domains like college.example, separated by commas')),
);
const proxies = z
	.string()
	.check(z.refine(isProxyList, 'must be a number of proxies, or addresses separated by commas'));
const phoneNumber = z.string().check(z.regex(PHONE, 'must be a phone number like +91 98765 43210'));
const timeZone = z.string().check(z.refine(isTimeZone, 'must be a time zone like Asia/Kolkata'));

/** A name whose last label is a number is a mistyped IP address (RFC 1123 §2.1). */
function isHost(name: string): boolean {
	const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name) && !/(^|\.)\d+$/.test(name);
	return isIP(name) !== 0 || isName;
}

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en-IN', { timeZone: name }) !== undefined;
	} catch {
		return false;
	}
}

function isOrigin(address: string): boolean {
	// Invalid URLs are refused by another rule.
	if (!URL.canParse(address)) return true;
	const { pathname, search, hash, username } = new URL(address);
	return pathname === '/' && !search && !hash && !username;
}

/** PostgreSQL URLs may lack a host (Unix socket), which `URL` does not accept. */
function isPostgresAddress(address: string): boolean {
	return (
		/^postgres(ql)?:\/\//.test(address) && URL.canParse(address.replace(/(\/\/|@)\//, '$1socket/'))
	);
}

function isRedisAddress(address: string): boolean {
	return /^rediss?:\/\/[^/]/.test(address) && URL.canParse(address);
}

/** Requires key, secret, host and bucket. */
function isBucket(address: string): boolean {
	if (!/^s3:\/\//.test(address) || !URL.canParse(address)) return false;
	const { username, password, hostname, pathname } = new URL(address);
	return Boolean(username && password && hostname && /^\/[a-z0-9.-]{3,63}$/.test(pathname));
}

/** The values that Fastify accepts: a count, or addresses, networks and its names of network ranges. */
function isProxyList(given: string): boolean {
	if (/^\d{1,3}$/.test(given)) return true;
	return given.split(',').every((proxy) => {
		const [address = '', bits, ...rest] = proxy.trim().split('/');
		if (bits === undefined && /^(loopback|linklocal|uniquelocal)$/.test(address)) return true;
		const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
		return rest.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= maxBits;
	});
}

const TEAM_SIZE = 3;
const EXPECTED_FORMAT = 'must be three people as "Name, role <email>", separated by semicolons';
const MEMBER = /^([^,<>]+)(?:,([^<>]*))?<([^<>]*)>$/;

/** Parses the team from `Name, role <email>; Name <email>; …`. */
const team = z.pipe(
	z.string().check(z.refine((text) => parseTeam(text) !== undefined, EXPECTED_FORMAT)),
	z.transform((text) => parseTeam(text) ?? []),
);

/** Undefined unless there are exactly three people, each with a name and an email address. */
function parseTeam(text: string): TeamMember[] | undefined {
	const parts = text.split(';');
	const members = parts.map(parseMember).filter((member) => member !== undefined);
	return parts.length === TEAM_SIZE && members.length === TEAM_SIZE ? members : undefined;
}

function parseMember(part: string): TeamMember | undefined {
	const [, name = '', role = '', email = ''] = (MEMBER.exec(part.trim()) ?? []).map((group = '') =>
		group.trim(),
	);
	const isComplete = name !== '' && z.safeParse(z.email(), email).success;
	return isComplete ? { name, role, email } : undefined;
}

/** All environment variables with types and defaults; `.env.example` describes them for operators. */
export const environment = z.object({
	/** TCP port of the HTTP server. */
	PORT: withDefault(port, 3000),
	HOST: withDefault(host, '127.0.0.1'),
	/** Folder for database, photos and secrets. */
	DATA_DIR: withDefault(text, 'data'),
	/** PostgreSQL 15 or newer; unset: the embedded one in DATA_DIR. */
	DATABASE_URL: optional(databaseAddress),
	/** Redis or Valkey; set if several instances run. */
	REDIS_URL: optional(redisAddress),
	/** An S3 store for photos; unset: DATA_DIR. */
	PHOTO_STORE: optional(bucketAddress),
	/** Loopback TCP port that serves Prometheus metrics; unset: no metrics. */
	METRICS_PORT: optional(port),
	/** Folder of the built web app; unset: dist/web. */
	WEB_FOLDER: optional(text),
	/** Public origin of the market, if it is not http://HOST:PORT. */
	PUBLIC_URL: optional(webOrigin),
	/** Other origins whose pages may call the API, comma-separated. */
	CORS_ORIGINS: listOf(webOrigin),
	/** Other origins that sign-in with Google may return to, comma-separated. */
	CLIENT_ORIGINS: listOf(webOrigin),
	/** Signs tokens and photo URLs, and encrypts the secrets of authenticator apps; unset: generated and stored in DATA_DIR. */
	JWT_SECRET: optional(signingSecret),
	/** Previous secrets: what they signed stays valid, what they encrypted readable; newest first, comma-separated. */
	JWT_SECRET_PREVIOUS: listOf(signingSecret),
	/** 1 fills an empty database with demo data; by default only the embedded database. */
	SEED_DEMO: optional(zeroOrOne),
	/** OpenID Connect provider of "Login with Google"; plain http on loopback only. */
	OIDC_ISSUER: withDefault(webAddress, 'https://accounts.google.com'),
	GOOGLE_CLIENT_ID: optional(text),
	GOOGLE_CLIENT_SECRET: optional(text),
	/** The first super_admin; used only if there is none. */
	ADMIN_EMAIL: optional(emailAddress),
	ADMIN_PASSWORD: optional(password),
	/** SMTP server for outgoing mail; unset: mails are files in DATA_DIR/mail. */
	SMTP_URL: optional(mailServer),
	/** Sender address of mails; unset: SUPPORT_EMAIL. */
	MAIL_FROM: optional(emailAddress),
	/** Domains whose confirmed email addresses make an account verified, comma-separated. */
	COLLEGE_EMAIL_DOMAINS: listOf(emailDomain),
	/** Number of reverse proxies in front whose X-Forwarded-For is trusted, or a list of their addresses. */
	TRUST_PROXY: optional(proxies),
	/** `off` for tests only. */
	RATE_LIMIT: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
	LOG_LEVEL: withDefault(
		z.enum(
			['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
			'must be a log level of pino',
		),
		'info',
	),
	SITE_NAME: withDefault(text, 'Passdown'),
	COLLEGE_NAME: withDefault(text, 'your college'),
	SUPPORT_EMAIL: withDefault(emailAddress, 'support@passdown.example'),
	SUPPORT_PHONE: withDefault(phoneNumber, '+91 00000 00000'),
	CAMPUS_ADDRESS: withDefault(text, 'Main gate road, Campus'),
	/** Time zone of the college, used for all days and dates. */
	TIME_ZONE: withDefault(timeZone, 'Asia/Kolkata'),
	/** The three team members. */
	TEAM: withDefault(team, [
		{ name: 'Ishita Menon', role: 'Founder', email: 'ishita@passdown.example' },
		{ name: 'Kabir Anand', role: 'Operations', email: 'kabir@passdown.example' },
		{ name: 'Zoya Rahman', role: 'Student support', email: 'zoya@passdown.example' },
	]),
});
export type EnvironmentValues = z.infer<typeof environment>;

/** Names of all environment variables. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Finds valid values that contradict each other; each message names a variable and the fix. */
export function findContradictions(values: EnvironmentValues): string[] {
	const problems: string[] = [];
	const requireTogether = (first: keyof EnvironmentValues, second: keyof EnvironmentValues) => {
		if (values[first] && !values[second]) problems.push(`${second}: required if ${first} is set`);
		if (values[second] && !values[first]) problems.push(`${first}: required if ${second} is set`);
	};
	requireTogether('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
	requireTogether('ADMIN_EMAIL', 'ADMIN_PASSWORD');
	if (values.JWT_SECRET_PREVIOUS.length > 0 && !values.JWT_SECRET) {
		problems.push('JWT_SECRET: required if JWT_SECRET_PREVIOUS is set');
	}
	if (values.SMTP_URL && !values.PUBLIC_URL && !isLocalOnly(values)) {
		problems.push('PUBLIC_URL: required if SMTP_URL is set, for the links in mails');
	}
	if (values.PUBLIC_URL?.startsWith('https:') && values.TRUST_PROXY === undefined) {
		problems.push(
			'TRUST_PROXY: required if PUBLIC_URL is https, because the addresses of all requests are then those of the proxy in front; 0 trusts none',
		);
	}
	if (values.METRICS_PORT && values.METRICS_PORT === values.PORT) {
		problems.push('METRICS_PORT: must differ from PORT');
	}
	problems.push(...findClusterContradictions(values));
	const issuer = new URL(values.OIDC_ISSUER);
	if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) {
		problems.push('OIDC_ISSUER: plain http is allowed on this computer only; use https');
	}
	return problems;
}

/** Whether mails and pages both stay on this computer, so that a reader of a mail can open the local address. */
function isLocalOnly({ SMTP_URL, HOST, TRUST_PROXY }: EnvironmentValues): boolean {
	const isMailLocal = SMTP_URL !== undefined && isLoopback(new URL(SMTP_URL).hostname);
	return isMailLocal && isLoopback(HOST) && TRUST_PROXY === undefined;
}

/** Variables that several instances need together. */
function findClusterContradictions(values: EnvironmentValues): string[] {
	const problems: string[] = [];
	const requireBeside = (
		first: keyof EnvironmentValues,
		second: keyof EnvironmentValues,
		why: string,
	) => {
		if (values[first] && !values[second])
			problems.push(`${second}: required if ${first} is set, ${why}`);
	};
	requireBeside('REDIS_URL', 'JWT_SECRET', 'because all instances need the same secret');
	requireBeside('REDIS_URL', 'DATABASE_URL', 'because all instances share one database');
	const store = values.PHOTO_STORE === undefined ? undefined : new URL(values.PHOTO_STORE);
	if (store?.searchParams.get('tls') === 'off' && !isLoopback(store.hostname)) {
		problems.push('PHOTO_STORE: tls=off is allowed on this computer only');
	}
	return problems;
}
