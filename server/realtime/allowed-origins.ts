import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#server/config/config.ts';

/**
 * Whether the request's Origin is our own or listed. Browsers apply no CORS check to WebSockets, so foreign origins are
 * refused here. A client that sends no Origin is no browser; its token alone is checked.
 */
export function isAllowedOrigin(
	headers: IncomingHttpHeaders,
	{ publicUrl, corsOrigins, trustProxy }: Pick<Config, 'publicUrl' | 'corsOrigins' | 'trustProxy'>,
): boolean {
	const { origin, host } = headers;
	if (origin === undefined || origin === publicUrl || corsOrigins.includes(origin)) return true;
	if (!URL.canParse(origin)) return false;
	const forwarded = trustProxy === false ? undefined : headers['x-forwarded-host'];
	return [host, forwarded].includes(new URL(origin).host);
}
