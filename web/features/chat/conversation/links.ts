import { registerCustomProtocol, tokenize } from 'linkifyjs';

// `true`: `tel:` needs no `//` after the colon.
registerCustomProtocol('tel', true);

/** A part of a message: plain text, or a link if it has `href`. */
export interface TextPart {
	text: string;
	href?: string;
	/** Index of its first character in the message. */
	start: number;
}

const SAFE_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Matches 'Hello.How are you': the start of a new sentence without a space before it, not a host name. */
const NEXT_SENTENCE = /\.[A-Z][a-z]*$/;
/** The places before marks that end sentences, but are no part of an address: of Hindi, Urdu and Chinese, and '…'. */
const BEFORE_END_MARK = /(?=[।॥…۔。])/;
const ASCII_ONLY = /^[\x21-\x7e]+$/;

/**
 * Splits a message into text and links, in order. The joined parts equal the message, except that a link may show its
 * real address. Only http, https, mailto and tel addresses become links. An address with a user name before an @ does
 * not, because the user name would hide the host.
 */
export function splitLinks(text: string): readonly TextPart[] {
	const parts: TextPart[] = [];
	let start = 0;
	for (const token of text.split(BEFORE_END_MARK).flatMap((piece) => tokenize(piece))) {
		const link = token.isLink ? safeLink(token.toString(), token.toHref('https')) : undefined;
		const last = parts.at(-1);
		if (link) parts.push({ ...link, start });
		else if (last && !last.href) last.text += token.toString();
		else parts.push({ text: token.toString(), start });
		start += token.toString().length;
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
	// Letters of other scripts can imitate Latin ones: show the address in ASCII (punycode).
	return { text: ASCII_ONLY.test(shownText) ? shownText : url.href, href: url.href };
}
