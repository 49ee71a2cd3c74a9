/** What a browser does with an answer that is data and was opened by itself: nothing. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Other places that people go to from here learn our name alone, and by plain http not even that. */
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** Of answers that the app's hooks don't see: the realtime server's, and those to what is no request to one of our addresses. */
export const BASE_HEADERS = {
	'cache-control': 'no-store',
	'content-security-policy': API_POLICY,
	'x-content-type-options': 'nosniff',
	'referrer-policy': REFERRER_POLICY,
};

/** @param publicUrl where people reach the market, where it is known */
export function baseHeadersFor(publicUrl: string | undefined): Record<string, string> {
	return { ...BASE_HEADERS, ...httpsHeaders(publicUrl) };
}

/** Where people reach the market by https, their browsers are to come no other way for a year. */
export function httpsHeaders(publicUrl: string | undefined): Record<string, string> {
	if (!publicUrl?.startsWith('https:')) return {};
	return { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

/** For whoever is refused for the moment: by then a database that was restarted is mostly back, and a crowd has mostly been served. */
export const RETRY_AFTER_SECONDS = 2;

/** Nothing here listens, watches or asks where anybody is; the clipboard and sharing are for ourselves. */
export const PERMISSIONS_POLICY = [
	...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
	...['encrypted-media', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
	...['magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-create'],
	...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]
	.map((feature) => `${feature}=()`)
	.join(', ');

/** Of the page that documents the API, which builds itself with styles of its own. */
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

/** What speaks of documents alone. Two dozen scripts of a page need not repeat it. */
export const DOCUMENT_HEADERS = [
	...['access-control-expose-headers', 'cross-origin-opener-policy', 'origin-agent-cluster'],
	...['permissions-policy', 'x-dns-prefetch-control', 'x-download-options'],
	...['x-permitted-cross-domain-policies', 'x-xss-protection'],
];
