import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureCookie } from '#server/http/cookies.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** Browsers in which somebody has come in before, known by a cookie that opens nothing (OWASP, "device cookies"). */
export interface KnownBrowsers {
	/** The mark of this browser, where this account has come in here before. */
	browserIdOf: (request: FastifyRequest, account: string) => string | undefined;
	/** Called once somebody has proved that the account is theirs. */
	remember: (reply: FastifyReply, account: string) => void;
}

const ONE_YEAR_S = 365 * 24 * 60 * 60;
/** Whose account it is: what makes a browser known to students says nothing to administrators. */
const COOKIES = {
	market: { name: 'known-here', path: '/api/auth', signingPrefix: 'known here' },
	office: { name: 'known-to-office', path: '/api/admin', signingPrefix: 'known to the office' },
} as const;

/** The cookie holds nothing of the account, which is part of what is signed. */
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
