/** Maximum nesting of lists and of JSON in JSON: real data needs two, hostile data must not exhaust the stack. */
const MAX_DEPTH = 8;

const URL_START = String.raw`(?:https?:\/\/|\/(?![/\s]))`;
/** A comma is part of a URL unless the start of another URL or the end of a list follows. */
const URL_REST = String.raw`(?:[^\s"'\x60<>[\]{}|\\,]|,(?!\s*(?:https?:|[/"'\x60\]}]|$)))+`;
const URL_IN_TEXT = new RegExp(
	String.raw`(https?:\/\/${URL_REST})|(?:^|[\s"'\x60,;|=:([{])(\/(?![/\s])${URL_REST})`,
	'gi',
);
const SINGLE_URL = new RegExp(String.raw`^${URL_START}[^\s"<>\\]+$`, 'i');
const SECOND_ABSOLUTE_URL = /[\s,;|'"]https?:\/\//i;
const JOINED_URLS = /[,;|]\//;

/**
 * Returns the URLs in `imageUrl`, cover first: from a list, a single URL, a list as JSON text, or broken text that
 * contains URLs. Finds absolute (http, https) and root-relative URLs. Never throws.
 */
export function parseImageUrls(value: unknown): string[] {
	return parseAtDepth(value, 0);
}

function parseAtDepth(value: unknown, depth: number): string[] {
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => parseEntry(entry, depth + 1));
	if (typeof value !== 'string') return [];
	const decoded = decodeJson(value);
	if (decoded !== undefined) return parseAtDepth(decoded, depth + 1);
	const url = value.trim();
	return isSingleUrl(url) && !JOINED_URLS.test(url) ? [url] : extractUrls(value);
}

/** An entry of a real list is one URL, even with commas and slashes in it. */
function parseEntry(entry: unknown, depth: number): string[] {
	const url = typeof entry === 'string' ? entry.trim() : '';
	return isSingleUrl(url) ? [url] : parseAtDepth(entry, depth);
}

function isSingleUrl(url: string): boolean {
	return SINGLE_URL.test(url) && !SECOND_ABSOLUTE_URL.test(url);
}

/** A list or string encoded as JSON; undefined for everything else, also for numbers and objects. */
function decodeJson(text: string): unknown {
	try {
		const decoded: unknown = JSON.parse(text);
		return Array.isArray(decoded) || typeof decoded === 'string' ? decoded : undefined;
	} catch {
		return undefined;
	}
}

function extractUrls(text: string): string[] {
	const unescaped = text.replaceAll('\\/', '/').replaceAll(/\\+(["'])/g, '$1');
	return [...unescaped.matchAll(URL_IN_TEXT)].flatMap(
		([, absolute, rootRelative]) => absolute ?? rootRelative ?? [],
	);
}
