import { isLoopback } from '#server/lib/ip-network.ts';
import type { EnvironmentValues } from './environment.ts';

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
