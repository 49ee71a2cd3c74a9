import { isLoopback } from '#server/lib/loopback.ts';
import type { EnvironmentValues } from './environment.ts';

/** What is wrong with values that are good each by itself: each fault names the variable and the mend. */
export function findContradictions(given: EnvironmentValues): string[] {
	const problems: string[] = [];
	const requireTogether = (first: keyof EnvironmentValues, second: keyof EnvironmentValues) => {
		if (given[first] && !given[second]) problems.push(`${second}: needed beside ${first}`);
		if (given[second] && !given[first]) problems.push(`${first}: needed beside ${second}`);
	};
	requireTogether('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
	requireTogether('ADMIN_EMAIL', 'ADMIN_PASSWORD');
	if (given.JWT_SECRET_PREVIOUS.length > 0 && !given.JWT_SECRET) {
		problems.push('JWT_SECRET: needed beside JWT_SECRET_PREVIOUS');
	}
	if (given.SMTP_URL && !given.PUBLIC_URL && !isLocalOnly(given)) {
		problems.push('PUBLIC_URL: needed beside SMTP_URL, for the links in mails');
	}
	if (given.METRICS_PORT && given.METRICS_PORT === given.PORT) {
		problems.push('METRICS_PORT: must be another port than PORT');
	}
	problems.push(...findClusterContradictions(given));
	const issuer = new URL(given.OIDC_ISSUER);
	if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) {
		problems.push('OIDC_ISSUER: plain http is allowed on this computer only; use https');
	}
	return problems;
}

/** Whether mails stay on this computer and pages too, so that whoever reads one can open the address that is served. */
function isLocalOnly({ SMTP_URL, HOST, TRUST_PROXY }: EnvironmentValues): boolean {
	const isMailLocal = SMTP_URL !== undefined && isLoopback(new URL(SMTP_URL).hostname);
	return isMailLocal && isLoopback(HOST) && TRUST_PROXY === undefined;
}

/** What several instances, or a database of several machines, must be told together. */
function findClusterContradictions(given: EnvironmentValues): string[] {
	const problems: string[] = [];
	const requireBeside = (
		first: keyof EnvironmentValues,
		second: keyof EnvironmentValues,
		why: string,
	) => {
		if (given[first] && !given[second]) problems.push(`${second}: needed beside ${first}, ${why}`);
	};
	if (given.DATABASE_POOLED === '1' && !given.DATABASE_DIRECT_URL) {
		problems.push(
			'DATABASE_DIRECT_URL: needed beside DATABASE_POOLED=1, for what a pooler can not hand on',
		);
	}
	requireBeside('DATABASE_DIRECT_URL', 'DATABASE_URL', 'which people are served from');
	requireBeside('DATABASE_REPLICA_URL', 'DATABASE_URL', 'which it follows');
	requireBeside('REDIS_URL', 'JWT_SECRET', 'because all instances sign alike');
	requireBeside('REDIS_URL', 'DATABASE_URL', 'because all instances share one database');
	const store = given.PHOTO_STORE === undefined ? undefined : new URL(given.PHOTO_STORE);
	if (store?.searchParams.get('tls') === 'off' && !isLoopback(store.hostname)) {
		problems.push('PHOTO_STORE: tls=off is allowed on this computer only');
	}
	return problems;
}
