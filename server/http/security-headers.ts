import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AUTH_WITHOUT_SESSION } from '#contract/core/endpoint.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import { type CountCachedRequest, mountLimits } from './limits.ts';
import { originOf } from './request-headers.ts';

interface SecurityOptions {
	corsOrigins: readonly string[];
	/** Public origin of the site, if known. */
	publicUrl: string | undefined;
	rateLimit: boolean;
	openCounter: OpenCounter;
}

/**
 * Mounts cookies, security headers, CORS and rate limits.
 * @returns the function that counts responses from the cache towards the rate limits, because no hook runs for them
 */
export async function mountSecurity(
	app: FastifyInstance,
	options: SecurityOptions,
): Promise<CountCachedRequest> {
	await app.register(cookie);
	const commonHeaders = securityHeadersFor(options.publicUrl);
	const pageHeaders = { ...commonHeaders, 'permissions-policy': PERMISSIONS_POLICY };
	// A permissions policy applies to documents only. It is a third of the header bytes of a response, and phones download
	// the headers with each response.
	const dataHeaders = { ...commonHeaders, 'content-security-policy': API_POLICY };
	const publicHeaders = { ...dataHeaders, 'cache-control': 'no-cache' };
	const privateHeaders = { ...dataHeaders, 'cache-control': 'no-store' };
	app.addHook('onRequest', (request, reply, done) => {
		const isData = /^\/(api|health)([/?]|$)/.test(request.url);
		if (isData) reply.headers(isPublicResponse(request) ? publicHeaders : privateHeaders);
		else reply.headers(pageHeaders);
		done();
	});
	app.decorate('photoOriginFor', (request) => {
		const isOther = options.corsOrigins.includes(request.headers.origin ?? '');
		return isOther && !options.publicUrl ? new URL(originOf(request, undefined)).origin : '';
	});
	// After the headers: CORS answers preflight requests itself.
	await app.register(cors, {
		origin: [...options.corsOrigins],
		methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
		allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
		// Pages of other origins can read only the headers named here.
		exposedHeaders: [REQUEST_ID_HEADER, 'Retry-After', 'Content-Disposition'],
		maxAge: 600,
		// With strict preflight, the plugin answers other OPTIONS requests with an error in plain text.
		strictPreflight: false,
	});
	return options.rateLimit ? mountLimits(app, options.openCounter) : () => true;
}

declare module 'fastify' {
	interface FastifyInstance {
		/**
		 * The origin of the photos in an answer to a listed page of another origin, which cannot load them by root-relative
		 * addresses; '' for other pages, and if the photos have absolute addresses anyway.
		 */
		photoOriginFor: (request: FastifyRequest) => string;
	}
}

/**
 * Headers of every page and API response: those that OWASP recommends and helmet sets.
 * @param publicUrl public URL of the site, if known; photos then have absolute URLs, whose origin may differ from the page's
 */
function securityHeadersFor(publicUrl: string | undefined): Record<string, string> {
	const photoOrigin = publicUrl ? ` ${new URL(publicUrl).origin}` : '';
	const policy = [
		"default-src 'self'",
		"script-src 'self'",
		"style-src 'self'",
		`img-src 'self' blob: data:${photoOrigin}`,
		"connect-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		// The policy that allows the service worker (web/lib/offline/register.ts).
		'trusted-types service-worker',
	];
	return {
		...httpsHeaders(publicUrl),
		'content-security-policy': policy.join(';'),
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'origin-agent-cluster': '?1',
		'referrer-policy': REFERRER_POLICY,
		'x-content-type-options': 'nosniff',
		'x-dns-prefetch-control': 'off',
		'x-download-options': 'noopen',
		'x-frame-options': 'DENY',
		'x-permitted-cross-domain-policies': 'none',
		// Filters of old browsers could be abused against a page.
		'x-xss-protection': '0',
	};
}

/** Whether a response is the same for every caller, so that a phone may keep it for offline use. */
function isPublicResponse({ method, headers, routeOptions }: FastifyRequest): boolean {
	const { endpoint } = routeOptions.config;
	if (!endpoint || method !== 'GET' || headers.authorization !== undefined) return false;
	return AUTH_WITHOUT_SESSION.includes(endpoint.auth);
}

/** CSP of data responses: a browser that opens one directly loads and embeds nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Other sites learn only our origin from a followed link, and over plain http nothing. */
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** Headers of responses that the app's hooks don't see: those of the realtime server, and errors before routing. */
export const BASE_HEADERS = {
	'cache-control': 'no-store',
	'content-security-policy': API_POLICY,
	'x-content-type-options': 'nosniff',
	'referrer-policy': REFERRER_POLICY,
};

/** @param publicUrl public URL of the site, if known */
export function baseHeadersFor(publicUrl: string | undefined): Record<string, string> {
	return { ...BASE_HEADERS, ...httpsHeaders(publicUrl) };
}

/** If the public URL is https, browsers must use https for a year. */
function httpsHeaders(publicUrl: string | undefined): Record<string, string> {
	if (!publicUrl?.startsWith('https:')) return {};
	return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

/**
 * Retry-After of temporary refusals: a restarted database is mostly up again by then, and a burst of requests mostly
 * served.
 */
export const RETRY_AFTER_SECONDS = 2;

/** The pages use none of these browser features; clipboard and sharing are allowed for our own origin. */
const UNUSED_FEATURES = [
	'accelerometer',
	'autoplay',
	'browsing-topics',
	'display-capture',
	'encrypted-media',
	'geolocation',
	'gyroscope',
	'hid',
	'idle-detection',
	'local-fonts',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'publickey-credentials-create',
	'publickey-credentials-get',
	'screen-wake-lock',
	'serial',
	'usb',
	'xr-spatial-tracking',
];

/** The camera scans bar codes (web/features/items/scan): allowed for our own origin, and not in frames of others. */
export const PERMISSIONS_POLICY = [
	'camera=(self)',
	...UNUSED_FEATURES.map((feature) => `${feature}=()`),
].join(', ');

/** CSP of the API documentation page, which brings its own styles. */
export const DOCUMENTATION_POLICY = [
	"default-src 'none'",
	"connect-src 'self'",
	"font-src 'self'",
	"img-src 'self' data:",
	"script-src 'self'",
	"style-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** Headers that have no effect on scripts and other assets; removed from them to save bytes. */
export const DOCUMENT_HEADERS = [
	'access-control-expose-headers',
	'cross-origin-opener-policy',
	'origin-agent-cluster',
	'permissions-policy',
	'x-dns-prefetch-control',
	'x-download-options',
	'x-permitted-cross-domain-policies',
	'x-xss-protection',
];
