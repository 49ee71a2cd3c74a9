import { registerCustomProtocol, tokenize } from 'linkifyjs';

registerCustomProtocol('tel', true);

/** A piece of a message: words, or words that lead somewhere. */
export interface TextPart {
	text: string;
	href?: string;
	/** Where it begins in the message. */
	start: number;
}

const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** 'Hello.How are you': a sentence that began without a space, and no address. */
const NEXT_SENTENCE = /\.[A-Z][a-z]*$/;
const ASCII_ONLY = /^[\x21-\x7e]+$/;

/**
 * A message in pieces, in order; together they are its text, save that a link shows the address it really leads to. Only
 * http, https, mailto and tel are links, and no address that hides its host behind a name and an @.
 */
export function splitLinks(text: string): readonly TextPart[] {
	const parts: TextPart[] = [];
	for (const token of tokenize(text)) {
		const start = token.startIndex();
		const link = token.isLink ? safeLink(token.toString(), token.toHref('https')) : undefined;
		const last = parts.at(-1);
		if (link) parts.push({ ...link, start });
		else if (last && !last.href) last.text += token.toString();
		else parts.push({ text: token.toString(), start });
	}
	return parts;
}

export function findLinks(text: string): readonly TextPart[] {
	return splitLinks(text).filter(({ href }) => href !== undefined);
}

function safeLink(shownText: string, target: string): { text: string; href: string } | undefined {
	if (!URL.canParse(target)) return undefined;
	const url = new URL(target);
	const hidesHost = url.username !== '' || url.password !== '';
	if (!SAFE_PROTOCOLS.includes(url.protocol) || hidesHost) return undefined;
	if (!HAS_SCHEME.test(shownText) && NEXT_SENTENCE.test(shownText)) return undefined;
	// Letters of other scripts can look like Latin ones: then the address in its plain spelling is shown.
	return { text: ASCII_ONLY.test(shownText) ? shownText : url.href, href: url.href };
}
