/** CSP of data responses: a browser that opens one directly loads and embeds nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Other sites learn only our origin from a followed link, and over plain http nothing. */
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';

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
export function httpsHeaders(publicUrl: string | undefined): Record<string, string> {
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
