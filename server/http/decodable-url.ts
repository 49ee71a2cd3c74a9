import type { IncomingMessage } from 'node:http';

/**
 * Makes an undecodable URL decodable. Fastify refuses a path such as `/item/%zz` before any route or hook. Outside the
 * API the whole path is encoded instead, so that it reaches the 404 page.
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
