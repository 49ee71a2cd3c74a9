import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { all, compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { idempotencyKey } from '#contract/items/schemas.ts';
import type { Config } from '#server/config/config.ts';
import { AppError, invalidField } from '#server/lib/app-error.ts';
import { isLoopback } from '#server/lib/ip-network.ts';

/** Returns the client address of a raw request, the same way as Fastify's `request.ip`. */
export function createClientAddressReader(
	trustProxy: Config['trustProxy'],
): (request: IncomingMessage) => string {
	if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
	const isTrusted = createTrustCheck(trustProxy);
	return (request) => all(request, isTrusted).at(-1) ?? '';
}

/**
 * Creates the check whether an address is a trusted proxy, with the meaning of Fastify's `trustProxy`. `hop` counts the
 * proxies between that address and this server.
 */
function createTrustCheck(
	trustProxy: Exclude<Config['trustProxy'], false>,
): (address: string, hop: number) => boolean {
	if (typeof trustProxy === 'function') return trustProxy;
	return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}

/**
 * Whether a request was sent on this computer. Behind a proxy that is not trusted, every visitor seems to have the
 * address of the proxy, so forwarded requests do not count. A proxy on this computer that sends no forwarding header
 * cannot be distinguished from a client.
 */
export function isFromLoopback({ ip, ips, headers }: FastifyRequest): boolean {
	// `ips` begins with the address of the connection; the others come from the header, as far as proxies are trusted.
	const isFromTrustedProxy = ips !== undefined && ips.length > 1;
	const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
	return isLoopback(ip) && (isFromTrustedProxy || !isForwarded);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Creates request ids for the log. An id sent by a trusted proxy is kept, so that our log and the proxy's have the same
 * id. Ids of other clients are replaced: a client could otherwise write into our log.
 */
export function createRequestIdGenerator(
	trustProxy: Config['trustProxy'],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
	if (trustProxy === false) return () => randomUUID();
	const isTrusted = createTrustCheck(trustProxy);
	return ({ headers, socket }) => {
		const received = headers[REQUEST_ID_HEADER];
		if (typeof received !== 'string' || !UUID.test(received)) return randomUUID();
		return isTrusted(socket.remoteAddress ?? '', 0) ? received : randomUUID();
	};
}

/** Sends the request id with every response. Users can quote it when they report an error. */
export function mountRequestIds(app: FastifyInstance): void {
	app.addHook('onRequest', (request, reply, done) => {
		reply.header(REQUEST_ID_HEADER, request.id);
		done();
	});
}

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

interface SecureCookie {
	name: string;
	options: CookieSerializeOptions;
}

/**
 * An HttpOnly cookie. Under https it is also Secure and gets the `__Host-` prefix, so that browsers bind it to this
 * host and all paths.
 */
export function secureCookie(
	request: FastifyRequest,
	publicUrl: string | undefined,
	{ name, ...options }: CookieSerializeOptions & { name: string },
): SecureCookie {
	const secure = originOf(request, publicUrl).startsWith('https:');
	return {
		name: secure ? `__Host-${name}` : name,
		options: { ...options, httpOnly: true, secure, ...(secure && { path: '/' }) },
	};
}

/** Reads a UI cookie, with or without the `__Host-` prefix. */
export function uiCookieOf({ cookies }: FastifyRequest, name: UiCookie): string | undefined {
	return cookies[uiCookieName(name, true)] ?? cookies[uiCookieName(name, false)];
}

/**
 * The key that a client sends with a request, and again when it repeats the request after a lost response.
 * @returns undefined if the client sent none
 * @throws AppError invalid for a key that is no UUID
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
	const parsed = z.safeParse(idempotencyKey, headers['idempotency-key']);
	if (parsed.success) return parsed.data;
	throw invalidField('Idempotency-Key', ITEM_ERRORS.badIdempotencyKey);
}
