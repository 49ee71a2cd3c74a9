import type { FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * Where people reach the market: as configured, else where this request came in.
 * @throws Refusal invalid for one that came to no host that could be
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
	const origin = publicUrl ?? `${request.protocol}://${request.host}`;
	if (!URL.canParse(origin)) throw new AppError('invalid', COMMON_MESSAGES.badRequest);
	return origin;
}

/**
 * Whether a browser came here because somebody did something on one of these origins' pages, or typed the address: another
 * site can send anybody anywhere. A browser that doesn't say where it comes from (Fetch Metadata) is taken at its word.
 */
export function isFromOurPages({ headers }: FastifyRequest, origins: readonly string[]): boolean {
	const site = headers['sec-fetch-site'];
	if (site === undefined || site === 'same-origin' || site === 'none') return true;
	const { referer = '' } = headers;
	return URL.canParse(referer) && origins.includes(new URL(referer).origin);
}
