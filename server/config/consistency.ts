import { isLoopback } from '#server/lib/loopback.ts';
import type { Given } from './environment.ts';

/** What is wrong with values that are good each by itself: each fault names the variable and the mend. */
export function contradictions(given: Given): string[] {
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
	if (given.SMTP_URL && !given.PUBLIC_URL && !isAllHere(given)) {
		faults.push('PUBLIC_URL: needed beside SMTP_URL, for the links in mails');
	}
	if (given.METRICS_PORT && given.METRICS_PORT === given.PORT) {
		faults.push('METRICS_PORT: must be another port than PORT');
	}
	faults.push(...contradictionsOfInstances(given));
	const issuer = new URL(given.OIDC_ISSUER);
	if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) {
		faults.push('OIDC_ISSUER: plain http is allowed on this computer only; use https');
	}
	return faults;
}

/** Whether mails stay on this computer and pages too, so that whoever reads one can open the address that is served. */
function isAllHere({ SMTP_URL, HOST, TRUST_PROXY }: Given): boolean {
	const areMailsHere = SMTP_URL !== undefined && isLoopback(new URL(SMTP_URL).hostname);
	return areMailsHere && isLoopback(HOST) && TRUST_PROXY === undefined;
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
