import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureCookie } from '#server/http/cookies.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/**
 * Browsers in which an account has been signed in before, recognised by a cookie that grants no access (OWASP, "device
 * cookies").
 */
export interface KnownBrowsers {
	/** The id of this browser if the account has been signed in here before. */
	browserIdOf: (request: FastifyRequest, account: string) => string | undefined;
	/** Call after the caller has proved to own the account. */
	remember: (reply: FastifyReply, account: string) => void;
}

const ONE_YEAR_S = 365 * 24 * 60 * 60;
/** Separate cookies: a browser known to the user routes is unknown to the administrator routes. */
const COOKIES = {
	market: { name: 'known-here', path: '/api/auth', signingPrefix: 'known here' },
	office: { name: 'known-to-office', path: '/api/admin', signingPrefix: 'known to the office' },
} as const;

/**
 * The cookie contains a random browser id and its signature. The signature covers the account too, so the cookie need
 * not contain the account. A browser is known for one account at a time.
 */
export function createKnownBrowsers(
	secrets: Secrets,
	publicUrl: string | undefined,
	audience: keyof typeof COOKIES,
): KnownBrowsers {
	const { signingPrefix, ...cookieOptions } = COOKIES[audience];
	const cookie = { ...cookieOptions, sameSite: 'strict', maxAge: ONE_YEAR_S } as const;
	const signedText = (account: string, browserId: string) =>
		`${signingPrefix}\n${account}\n${browserId}`;

	function browserIdOf(request: FastifyRequest, account: string): string | undefined {
		const { name } = secureCookie(request, publicUrl, cookie);
		const cookieValue = request.cookies[name];
		if (cookieValue === undefined) return undefined;
		const [browserId = '', signature = ''] = cookieValue.split('.');
		return isSigned(signedText(account, browserId), signature, secrets) ? browserId : undefined;
	}

	return {
		browserIdOf,
		remember(reply, account) {
			const { name, options } = secureCookie(reply.request, publicUrl, cookie);
			const browserId =
				browserIdOf(reply.request, account) ?? randomBytes(16).toString('base64url');
			reply.setCookie(
				name,
				`${browserId}.${sign(signedText(account, browserId), secrets)}`,
				options,
			);
		},
	};
}
