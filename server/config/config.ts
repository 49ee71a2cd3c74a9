import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { Secrets } from '#server/lib/secrets.ts';
import { utcOffsetChangesOf } from '#server/lib/time-zone.ts';
import { findContradictions } from './consistency.ts';
import { type EnvironmentValues, environment } from './environment.ts';

/** Output folder of `tools/lib/build-pages.ts`. */
export const BUILT_PAGES = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Invalid configuration; each of `problems` names a variable and its error. */
export class ConfigurationError extends Error {
	readonly problems: string[];

	constructor(problems: string[]) {
		super(`The configuration is not valid.\n${problems.join('\n')}`);
		this.problems = problems;
	}
}

const NO_DEMO =
	'SEED_DEMO: only "npm start" fills in the demo, the server alone does not; set it to 0';

/**
 * Reads the whole configuration, frozen.
 * @param canSeedDemo whether this process can fill the database with the demo; if not, an explicit SEED_DEMO=1 is an error
 * @throws ConfigurationError naming every invalid variable
 */
export function readConfig(
	env: Record<string, string | undefined> = process.env,
	{ canSeedDemo = true } = {},
) {
	const parsed = z.safeParse(environment, env);
	if (!parsed.success) {
		throw new ConfigurationError(
			parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
		);
	}
	const given = parsed.data;
	const problems = findContradictions(given);
	if (given.SEED_DEMO === '1' && !canSeedDemo) problems.push(NO_DEMO);
	if (problems.length > 0) throw new ConfigurationError(problems);
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
		clientOrigins: given.CLIENT_ORIGINS,
		secrets: signingSecrets(given),
		seedDemo: canSeedDemo && isDemoWanted(given),
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
			utcOffsetChanges: utcOffsetChangesOf(given.TIME_ZONE),
			team: given.TEAM,
			hasGoogleSignIn: identityProvider(given) !== undefined,
		}),
	});
}
export type Config = ReturnType<typeof readConfig>;

function identityProvider(given: EnvironmentValues) {
	const {
		OIDC_ISSUER: issuer,
		GOOGLE_CLIENT_ID: clientId,
		GOOGLE_CLIENT_SECRET: clientSecret,
	} = given;
	return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

function isDemoWanted({ SEED_DEMO, DATABASE_URL }: EnvironmentValues): boolean {
	return SEED_DEMO ? SEED_DEMO === '1' : DATABASE_URL === undefined;
}

function signingSecrets({
	JWT_SECRET: newest,
	JWT_SECRET_PREVIOUS: older,
}: EnvironmentValues): Secrets | undefined {
	return newest === undefined ? undefined : [newest, ...older];
}

function firstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: EnvironmentValues) {
	return email && password ? { email: email.toLowerCase(), password } : undefined;
}

function trustedProxies(given: string | undefined) {
	if (given === undefined) return false;
	if (!/^\d+$/.test(given)) return given;
	return (_address: string, hop: number) => hop < Number(given);
}
