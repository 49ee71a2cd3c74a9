import * as z from 'zod/mini';
import { team } from '#server/lib/team.ts';
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
	text,
	timeZone,
	webAddress,
	webOrigin,
	withDefault,
	zeroOrOne,
} from './variable-types.ts';

/** The one list of everything that can be configured; `.env.example` explains each for people. */
export const environment = z.object({
	/** TCP port of the one origin. */
	PORT: withDefault(port, 3000),
	HOST: withDefault(host, '127.0.0.1'),
	/** Database, photos and secrets live below it. */
	DATA_DIR: withDefault(text, 'data'),
	/** Any PostgreSQL from 15 on; unset, the embedded one in DATA_DIR. */
	DATABASE_URL: optional(databaseAddress),
	/** 1 where DATABASE_URL is a pooler that hands each transaction any connection. */
	DATABASE_POOLED: withDefault(zeroOrOne, '0'),
	/** The same database without the pooler, as its owner: for migrations, jobs and listening. */
	DATABASE_DIRECT_URL: optional(databaseAddress),
	/** A copy that follows the database, for listings. */
	DATABASE_REPLICA_URL: optional(databaseAddress),
	/** Redis or Valkey, where the market has several instances. */
	REDIS_URL: optional(redisAddress),
	/** An S3 store for photos; unset, they are in DATA_DIR. */
	PHOTO_STORE: optional(bucketAddress),
	/** Loopback TCP port on which Prometheus finds the metrics; unset, none are kept. */
	METRICS_PORT: optional(port),
	/** Collector of traces by OTLP over HTTP; unset, none are made. */
	OTEL_EXPORTER_OTLP_ENDPOINT: optional(webAddress),
	/** The built web app; unset, the one of this copy of the product. */
	WEB_FOLDER: optional(text),
	/** Where people reach the market, when that is not http://HOST:PORT. */
	PUBLIC_URL: optional(webOrigin),
	/** Other origins whose pages may call the API, separated by commas. */
	CORS_ORIGINS: listOf(webOrigin),
	/** Other origins that sign-in with Google may return to, separated by commas. */
	CLIENT_ORIGINS: listOf(webOrigin),
	/** Signs access tokens; unset, one is made and kept in DATA_DIR. */
	JWT_SECRET: optional(signingSecret),
	/** Those that it took the place of, whose tokens stay good; the newest first, separated by commas. */
	JWT_SECRET_PREVIOUS: listOf(signingSecret),
	/** 1 fills an empty database with the demo market; by default only the embedded one. */
	SEED_DEMO: optional(zeroOrOne),
	/** OpenID Connect provider behind "Login with Google"; plain http on loopback only. */
	OIDC_ISSUER: withDefault(webAddress, 'https://accounts.google.com'),
	GOOGLE_CLIENT_ID: optional(text),
	GOOGLE_CLIENT_SECRET: optional(text),
	/** The first super_admin; read only while there is none. */
	ADMIN_EMAIL: optional(emailAddress),
	ADMIN_PASSWORD: optional(password),
	/** The server that takes our mail; unset, mails are files in DATA_DIR/mail. */
	SMTP_URL: optional(mailServer),
	/** Sender of our mail; unset, SUPPORT_EMAIL. */
	MAIL_FROM: optional(emailAddress),
	/** Whose email addresses make an account verified once they are confirmed, separated by commas. */
	COLLEGE_EMAIL_DOMAINS: listOf(emailDomain),
	/** How many proxies in front are trusted to tell the caller's address, or a list of their addresses. */
	TRUST_PROXY: optional(proxies),
	/** `off` for tests only. */
	RATE_LIMIT: withDefault(z.enum(['on', 'off'], 'either on or off'), 'on'),
	LOG_LEVEL: withDefault(
		z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'a level of pino'),
		'info',
	),
	SITE_NAME: withDefault(text, 'Passdown'),
	COLLEGE_NAME: withDefault(text, 'your college'),
	SUPPORT_EMAIL: withDefault(emailAddress, 'support@passdown.example'),
	SUPPORT_PHONE: withDefault(phoneNumber, '+91 00000 00000'),
	CAMPUS_ADDRESS: withDefault(text, 'Main gate road, Campus'),
	/** The college's: days and dates are those of its clocks. */
	TIME_ZONE: withDefault(timeZone, 'Asia/Kolkata'),
	/** The three people behind the market. */
	TEAM: withDefault(team, [
		{ name: 'Ishita Menon', role: 'Founder', email: 'ishita@passdown.example' },
		{ name: 'Kabir Anand', role: 'Operations', email: 'kabir@passdown.example' },
		{ name: 'Zoya Rahman', role: 'Student support', email: 'zoya@passdown.example' },
	]),
});
export type EnvironmentValues = z.infer<typeof environment>;

/** The names of everything that can be configured. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);
