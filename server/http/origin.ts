import type { FastifyRequest } from 'fastify';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * The public origin: as configured, else that of the request.
 * @throws AppError invalid when the request's host is malformed
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
	const origin = publicUrl ?? `${request.protocol}://${request.host}`;
	if (!URL.canParse(origin)) throw new AppError('invalid', REQUEST_ERRORS.badRequest);
	return origin;
}

/**
 * Whether the navigation started on a page of one of these origins or in the address bar, and not on another site.
 * Requests without Fetch Metadata are accepted, because older browsers don't send it.
 */
export function isFromOurPages(request: FastifyRequest, origins: readonly string[]): boolean {
	const site = request.headers['sec-fetch-site'];
	if (site === undefined || site === 'same-origin' || site === 'none') return true;
	const origin = refererOriginOf(request);
	return origin !== undefined && origins.includes(origin);
}

/** The origin of the page that the browser comes from, if it names one. */
export function refererOriginOf({ headers }: FastifyRequest): string | undefined {
	const { referer = '' } = headers;
	return URL.canParse(referer) ? new URL(referer).origin : undefined;
}
