import { type Html, html } from '#server/lib/html.ts';
import type { Letter } from './mail.ts';

/** Who writes, and where the market is. */
export interface Letterhead {
	siteName: string;
	supportEmail: string;
	/** Origin of every link. */
	origin: string;
}

export interface Recipient {
	address: string;
	/** Only of a person whose address is proved: a stranger must not be sent words that somebody else chose. */
	name: string | undefined;
}

/** What one mail says, before it is laid out. */
export interface Content {
	subject: string;
	/** One paragraph each. */
	before: readonly string[];
	link?: { label: string; address: string };
	after: readonly string[];
	unsubscribe?: Unsubscribe;
}

/** Where mails of a kind can be ended. */
export interface Unsubscribe {
	/** For the person who reads. */
	page: string;
	/** For their mail program, which posts to it. */
	oneClick: string;
}

/** In each mail that can be ended. */
const END_THESE = 'Stop mails like this one';

/** Lays out a mail twice, with the same words: as plain text, and as HTML that needs no images. */
export function layOut(head: Letterhead, to: Recipient, content: Content): Letter {
	const name = to.name === undefined ? undefined : oneLine(to.name);
	const greeting = name ? `Hello ${name},` : 'Hello,';
	const address = { address: to.address, ...(name && { name }) };
	const { unsubscribe } = content;
	return {
		to: address,
		subject: oneLine(content.subject),
		...(unsubscribe && { unsubscribe: unsubscribe.oneClick }),
		text: asText(head, greeting, content),
		html: asHtml(head, greeting, content).markup,
	};
}

/** A line break in a name could pass for a header or a paragraph of ours. */
export function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** The lines of a text, for one paragraph each. */
export function linesOf(text: string): string[] {
	return text
		.split(/[\n\p{Zl}\p{Zp}]+/u)
		.map(oneLine)
		.filter((line) => line !== '');
}

function asText(
	head: Letterhead,
	greeting: string,
	{ before, link, after, unsubscribe }: Content,
): string {
	const parts = [
		greeting,
		...before,
		...(link ? [`${link.label}:\n${link.address}`] : []),
		...after,
		...(unsubscribe ? [`${END_THESE}:\n${unsubscribe.page}`] : []),
		`-- \n${head.siteName}\n${head.origin}\nQuestions: ${head.supportEmail}`,
	];
	return `${parts.join('\n\n')}\n`;
}

function asHtml(
	head: Letterhead,
	greeting: string,
	{ subject, before, link, after, unsubscribe }: Content,
): Html {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #f6f4ef; color: #1f1d1a; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: #ffffff; border-radius: 12px; }
a { color: #0b5d4b; overflow-wrap: anywhere; }
.site { margin: 0 0 16px; font-size: 20px; font-weight: 700; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0b5d4b; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { color: #5c5850; font-size: 14px; }
@media (prefers-color-scheme: dark) {
	body { background: #171614; color: #f1eee7; }
	main { background: #23211e; }
	a { color: #7fd6bf; }
	.button { background: #7fd6bf; color: #10241f; }
	.small { color: #b9b3a8; }
}
</style>
</head>
<body>
<main>
<p class="site">${head.siteName}</p>
${paragraphs([greeting, ...before])}
${link ? linkHtml(link) : ''}
${paragraphs(after)}
<p class="small">${head.siteName} · <a href="${head.origin}">${head.origin}</a> · Questions: <a href="mailto:${head.supportEmail}">${head.supportEmail}</a></p>
${unsubscribe ? html`<p class="small"><a href="${unsubscribe.page}">${END_THESE}</a></p>` : ''}
</main>
</body>
</html>
`;
}

function linkHtml({ label, address }: { label: string; address: string }): Html {
	return html`<p><a class="button" href="${address}">${label}</a></p>
<p class="small">Or copy this address into a browser:<br><a href="${address}">${address}</a></p>`;
}

function paragraphs(texts: readonly string[]): Html {
	return texts.reduce((all, text) => html`${all}<p>${text}</p>\n`, html``);
}
