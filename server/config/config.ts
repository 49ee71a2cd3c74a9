import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { type EnvironmentValues, environment, findContradictions } from './environment.ts';

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
		const { issues } = parsed.error;
		throw new ConfigurationError(
			issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
		);
	}
	const values = parsed.data;
	const problems = findContradictions(values);
	if (values.SEED_DEMO === '1' && !canSeedDemo) problems.push(NO_DEMO);
	if (problems.length > 0) throw new ConfigurationError(problems);
	const seedDemo = canSeedDemo && isDemoWanted(values);
	return Object.freeze({
		port: values.PORT,
		host: values.HOST,
		dataDir: resolve(values.DATA_DIR),
		databaseUrl: values.DATABASE_URL,
		redisUrl: values.REDIS_URL,
		photoStore: values.PHOTO_STORE,
		metricsPort: values.METRICS_PORT,
		webFolder: values.WEB_FOLDER ? resolve(values.WEB_FOLDER) : BUILT_PAGES,
		publicUrl: values.PUBLIC_URL,
		corsOrigins: values.CORS_ORIGINS,
		clientOrigins: values.CLIENT_ORIGINS,
		secrets: signingSecrets(values),
		seedDemo,
		identityProvider: identityProvider(values),
		firstAdmin: firstAdmin(values),
		smtpUrl: values.SMTP_URL,
		mailFrom: values.MAIL_FROM ?? values.SUPPORT_EMAIL,
		collegeEmailDomains: values.COLLEGE_EMAIL_DOMAINS,
		trustProxy: trustedProxies(values.TRUST_PROXY),
		rateLimit: values.RATE_LIMIT === 'on',
		logLevel: values.LOG_LEVEL,
		site: Object.freeze({
			name: values.SITE_NAME,
			college: values.COLLEGE_NAME,
			supportEmail: values.SUPPORT_EMAIL,
			supportPhone: values.SUPPORT_PHONE,
			campusAddress: values.CAMPUS_ADDRESS,
			timeZone: values.TIME_ZONE,
			utcOffsetChanges: utcOffsetChangesOf(values.TIME_ZONE),
			team: values.TEAM,
			googleSignIn: googleSignIn(values, seedDemo),
		}),
	});
}
export type Config = ReturnType<typeof readConfig>;

function identityProvider(values: EnvironmentValues) {
	const {
		OIDC_ISSUER: issuer,
		GOOGLE_CLIENT_ID: clientId,
		GOOGLE_CLIENT_SECRET: clientSecret,
	} = values;
	return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

function googleSignIn(values: EnvironmentValues, isDemo: boolean) {
	if (identityProvider(values)) return 'on' as const;
	return isDemo ? ('explained' as const) : ('off' as const);
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

function trustedProxies(proxies: string | undefined) {
	if (proxies === undefined) return false;
	if (!/^\d+$/.test(proxies)) return proxies;
	return (_address: string, hop: number) => hop < Number(proxies);
}

/** No stored data is older than this. */
const EARLIEST = Temporal.Instant.from('2020-01-01T00:00Z');
/** Longer than a server process runs. */
const YEARS_AHEAD = 10;
const MINUTE_NS = 60_000_000_000;

/** UTC offset changes of a time zone from 2020 until ten years ahead. */
export function utcOffsetChangesOf(
	timeZone: string,
	now: Temporal.Instant = Temporal.Now.instant(),
): UtcOffsetChanges {
	const end = now.toZonedDateTimeISO(timeZone).add({ years: YEARS_AHEAD }).epochMilliseconds;
	const first = EARLIEST.toZonedDateTimeISO(timeZone);
	const later: UtcOffsetChanges[number][] = [];
	let transition = first.getTimeZoneTransition('next');
	while (transition !== null && transition.epochMilliseconds < end) {
		later.push(changeAt(transition));
		transition = transition.getTimeZoneTransition('next');
	}
	return [changeAt(first), ...later];
}

function changeAt({
	epochMilliseconds,
	offsetNanoseconds,
}: Temporal.ZonedDateTime): UtcOffsetChanges[number] {
	return [epochMilliseconds, offsetNanoseconds / MINUTE_NS];
}
