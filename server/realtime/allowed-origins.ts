import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#server/config/config.ts';

/**
 * Whether a connection may come from the page that it says it comes from: one of ours or of a listed origin. Who names no
 * page is no browser, and judged by the token alone (decisions, "One product, one origin"). A browser asks nobody before it
 * opens a websocket to another origin, so it is refused here.
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
