import type { IncomingMessage } from 'node:http';

/**
 * Fastify answers an address that can't be decoded, such as `/item/%zz`, before any route or hook sees it. Outside the API
 * such an address is a page that is not there: with every sign encoded it takes the usual way to the 404 page.
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
