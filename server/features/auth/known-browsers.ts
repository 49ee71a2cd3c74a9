import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keptCookie } from '#server/http/cookies.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { isSigned, sign } from '#server/lib/signing.ts';

/** Browsers in which somebody has come in before, known by a cookie that opens nothing (OWASP, "device cookies"). */
export interface Devices {
	/** The mark of this browser, where this account has come in here before. */
	markOf: (request: FastifyRequest, account: string) => string | undefined;
	/** Called once somebody has proved that the account is theirs. */
	remember: (reply: FastifyReply, account: string) => void;
}

const A_YEAR_S = 365 * 24 * 60 * 60;
/** Whose account it is: what makes a browser known to students says nothing to administrators. */
const KNOWN_TO = {
	market: { name: 'known-here', path: '/api/auth', signedAs: 'known here' },
	office: { name: 'known-to-office', path: '/api/admin', signedAs: 'known to the office' },
} as const;

/** The cookie holds nothing of the account, which is part of what is signed. */
export function createDevices(
	secrets: Secrets,
	publicUrl: string | undefined,
	knownTo: keyof typeof KNOWN_TO,
): Devices {
	const { signedAs, ...named } = KNOWN_TO[knownTo];
	const cookie = { ...named, sameSite: 'strict', maxAge: A_YEAR_S } as const;
	const textOf = (account: string, mark: string) => `${signedAs}\n${account}\n${mark}`;

	function markOf(request: FastifyRequest, account: string): string | undefined {
		const { name } = keptCookie(request, publicUrl, cookie);
		const kept = request.cookies[name];
		if (kept === undefined) return undefined;
		const [mark = '', signature = ''] = kept.split('.');
		return isSigned(textOf(account, mark), signature, secrets) ? mark : undefined;
	}

	return {
		markOf,
		remember(reply, account) {
			const { name, options } = keptCookie(reply.request, publicUrl, cookie);
			const mark = markOf(reply.request, account) ?? randomBytes(16).toString('base64url');
			reply.setCookie(name, `${mark}.${sign(textOf(account, mark), secrets)}`, options);
		},
	};
}
