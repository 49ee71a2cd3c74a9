import { registerCustomProtocol, tokenize } from 'linkifyjs';

registerCustomProtocol('tel', true);

/** A piece of a message: words, or words that lead somewhere. */
export interface Piece {
	text: string;
	href?: string;
	/** Where it begins in the message. */
	start: number;
}

const SAFE = ['http:', 'https:', 'mailto:', 'tel:'];
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** 'Hello.How are you': a sentence that began without a space, and no address. */
const NEXT_SENTENCE = /\.[A-Z][a-z]*$/;
const IS_PLAIN = /^[\x21-\x7e]+$/;

/**
 * A message in pieces, in order; together they are its text, save that a link shows the address it really leads to. Only
 * http, https, mailto and tel are links, and no address that hides its host behind a name and an @.
 */
export function piecesOf(text: string): readonly Piece[] {
	const pieces: Piece[] = [];
	for (const token of tokenize(text)) {
		const start = token.startIndex();
		const link = token.isLink ? linkOf(token.toString(), token.toHref('https')) : undefined;
		const last = pieces.at(-1);
		if (link) pieces.push({ ...link, start });
		else if (last && !last.href) last.text += token.toString();
		else pieces.push({ text: token.toString(), start });
	}
	return pieces;
}

export function linksIn(text: string): readonly Piece[] {
	return piecesOf(text).filter(({ href }) => href !== undefined);
}

function linkOf(shown: string, address: string): { text: string; href: string } | undefined {
	if (!URL.canParse(address)) return undefined;
	const url = new URL(address);
	const hidesHost = url.username !== '' || url.password !== '';
	if (!SAFE.includes(url.protocol) || hidesHost) return undefined;
	if (!HAS_SCHEME.test(shown) && NEXT_SENTENCE.test(shown)) return undefined;
	// Letters of other scripts can look like Latin ones: then the address in its plain spelling is shown.
	return { text: IS_PLAIN.test(shown) ? shown : url.href, href: url.href };
}
