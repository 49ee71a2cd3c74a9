import type { IncomingMessage } from 'node:http';

/**
 * Returns a URL that can be decoded. Fastify refuses a path such as `/item/%zz` before any route or hook. This function
 * percent-encodes the whole path, so that the request gets the 404 page. URLs below `/api` and `/health` stay
 * unchanged, because they are answered in JSON.
 */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
	const [path = '', ...query] = url.split('?');
	if (!path.includes('%') || isDecodable(path) || /^\/(api|health)(\/|$)/.test(path)) return url;
	return [`/${encodeURIComponent(path.slice(1))}`, ...query].join('?');
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}
