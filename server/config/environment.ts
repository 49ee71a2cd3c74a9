import * as z from 'zod/mini';
import {
	bucketAddress,
	databaseAddress,
	emailAddress,
	emailDomain,
	host,
	listOf,
	mailServer,
	optional,
	password,
	phoneNumber,
	port,
	proxies,
	redisAddress,
	signingSecret,
	team,
	text,
	timeZone,
	webAddress,
	webOrigin,
	withDefault,
	zeroOrOne,
} from './variable-types.ts';

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

/** Variables of earlier versions, with what to do instead. One that is set stops the start, so that nobody relies on it. */
const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
	DATABASE_POOLED: 'the server keeps its own pool; let DATABASE_URL lead to PostgreSQL itself',
	DATABASE_DIRECT_URL: 'set DATABASE_URL to this address instead',
	DATABASE_REPLICA_URL: 'everything is read from DATABASE_URL; remove this',
	OTEL_EXPORTER_OTLP_ENDPOINT:
		'there are no traces; log lines have the id of their request, and METRICS_PORT serves metrics',
};

/** Finds removed variables that are still set. Empty and 0 turned a feature off, and are accepted. */
export function findRemovedVariables(env: Record<string, string | undefined>): string[] {
	return Object.entries(REMOVED_VARIABLES)
		.filter(([name]) => !['', '0'].includes(env[name] ?? ''))
		.map(([name, instead]) => `${name}: no longer supported; ${instead}`);
}
