/** Lists in lists and JSON in JSON are followed this far: real data needs two, hostile data must not exhaust the stack. */
const DEEPEST = 8;

const START = String.raw`(?:https?:\/\/|\/(?![/\s]))`;
/** A comma belongs to an address unless something that begins another one, or ends a list, follows. */
const REST = String.raw`(?:[^\s"'\x60<>[\]{}|\\,]|,(?!\s*(?:https?:|[/"'\x60\]}]|$)))+`;
const IN_TEXT = new RegExp(
	String.raw`(https?:\/\/${REST})|(?:^|[\s"'\x60,;|=:([{])(\/(?![/\s])${REST})`,
	'gi',
);
const WHOLE = new RegExp(String.raw`^${START}[^\s"<>\\]+$`, 'i');
const ANOTHER = /[\s,;|'"]https?:\/\//i;
const JOINED = /[,;|]\//;

/**
 * The addresses in `imageUrl`, cover first: of a list, of one address, of a list as JSON text, or of broken text with
 * addresses in it; absolute (http, https) and root-relative ones (spec 1 §3). Never throws.
 */
export function readImageUrls(value: unknown): string[] {
	return readAt(value, 0);
}

function readAt(value: unknown, depth: number): string[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => readEntry(entry, depth + 1));
	if (typeof value !== 'string') return [];
	const decoded = decode(value);
	if (decoded !== undefined) return readAt(decoded, depth + 1);
	const address = value.trim();
	return isWhole(address) && !JOINED.test(address) ? [address] : addressesIn(value);
}

/** In a list that arrived whole, an entry is one address although commas and slashes are in it. */
function readEntry(entry: unknown, depth: number): string[] {
	const address = typeof entry === 'string' ? entry.trim() : '';
	return isWhole(address) ? [address] : readAt(entry, depth);
}

function isWhole(address: string): boolean {
	return WHOLE.test(address) && !ANOTHER.test(address);
}

/** A list or a text that stands in JSON; undefined for everything else, numbers and objects included. */
function decode(text: string): unknown {
	try {
		const decoded: unknown = JSON.parse(text);
		return Array.isArray(decoded) || typeof decoded === 'string' ? decoded : undefined;
	} catch {
		return undefined;
	}
}

function addressesIn(text: string): string[] {
	const plain = text.replaceAll('\\/', '/').replaceAll(/\\+(["'])/g, '$1');
	return [...plain.matchAll(IN_TEXT)].flatMap(([, absolute, rooted]) => absolute ?? rooted ?? []);
}
