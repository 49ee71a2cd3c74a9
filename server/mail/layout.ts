import { isolated } from '#contract/core/format.ts';
import { type Html, html } from '#server/lib/html.ts';
import type { Mail } from './mail.ts';

/** Site details that every mail contains. */
export interface MailHeader {
	siteName: string;
	supportEmail: string;
	/** Origin of all links. */
	origin: string;
}

export interface Recipient {
	address: string;
	/** Set only for a confirmed address: otherwise anyone could send a stranger a text of their choice as the name. */
	name: string | undefined;
}

/** Content of a mail before rendering. */
export interface MailContent {
	subject: string;
	/** Paragraphs before the link, or all of them if there is no link. */
	beforeLink: readonly string[];
	link?: { label: string; address: string };
	afterLink: readonly string[];
	/** Sentence that says why the reader gets this mail. */
	reason: string;
	unsubscribe?: UnsubscribeLinks;
}

/** Links to unsubscribe from mails of this kind. */
export interface UnsubscribeLinks {
	/** Text of the link to the page; `UNSUBSCRIBE_LABEL` by default. */
	label?: string;
	/** Page for the reader. */
	page: string;
	/** Endpoint for mail programs, which send a POST request to it. */
	oneClick: string;
}

const UNSUBSCRIBE_LABEL = 'Stop mails like this one';

/** Renders a mail as plain text and as HTML without images, with the same content. */
export function renderMail(header: MailHeader, to: Recipient, content: MailContent): Mail {
	const name = to.name === undefined ? undefined : toSingleLine(to.name);
	const greeting = name ? `Hello ${isolated(name)},` : 'Hello,';
	const address = { address: to.address, ...(name && { name }) };
	const { unsubscribe } = content;
	return {
		to: address,
		subject: toSingleLine(content.subject),
		...(unsubscribe && { unsubscribe: unsubscribe.oneClick }),
		text: renderText(header, greeting, content),
		html: renderHtml(header, greeting, content).markup,
	};
}

/** Removes line breaks: in a name they could forge a mail header or a paragraph. */
export function toSingleLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Splits a text into non-empty lines, one paragraph each. */
export function splitLines(text: string): string[] {
	return text
		.split(/[\n\p{Zl}\p{Zp}]+/u)
		.map(toSingleLine)
		.filter((line) => line !== '');
}

const labelOf = ({ label = UNSUBSCRIBE_LABEL }: UnsubscribeLinks) => label;

function renderText(
	header: MailHeader,
	greeting: string,
	{ beforeLink, link, afterLink, reason, unsubscribe }: MailContent,
): string {
	const parts = [
		greeting,
		...beforeLink,
		...(link ? [`${link.label}:\n${link.address}`] : []),
		...afterLink,
		reason,
		...(unsubscribe ? [`${labelOf(unsubscribe)}:\n${unsubscribe.page}`] : []),
		`-- \n${header.siteName}\n${header.origin}\nQuestions: ${header.supportEmail}`,
	];
	return `${parts.join('\n\n')}\n`;
}

/**
 * Uses the colours of web/styles/theme.css. Many mail programs drop the style sheet, so essential styles are inline on
 * the elements. The arrow of the logo is a character, so that no image is needed.
 */
function renderHtml(
	header: MailHeader,
	greeting: string,
	{ subject, beforeLink, link, afterLink, reason, unsubscribe }: MailContent,
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
body { margin: 0; padding: 24px 12px; background: #fbf8f3; color: #1d1b18; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { display: block; max-width: 520px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #e7e0d4; border-radius: 16px; }
a { color: #2b3fc7; overflow-wrap: anywhere; }
.site { margin: 0 0 20px; font-size: 20px; font-weight: 800; letter-spacing: -.02em; overflow-wrap: anywhere; }
.mark { display: inline-block; width: 30px; margin-right: 10px; border-radius: 9px; background: #f5aa1c; color: #1d1b18; font-size: 19px; font-weight: 700; line-height: 30px; letter-spacing: 0; text-align: center; }
.words { overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 22px; border-radius: 12px; background: #f5aa1c; color: #1d1b18; font-weight: 600; text-decoration: none; }
.small { color: #655e54; font-size: 14px; }
.foot { margin-top: 24px; padding-top: 4px; border-top: 1px solid #e7e0d4; }
@media (prefers-color-scheme: dark) {
	body { background: #14151a !important; color: #edeae4 !important; }
	main { background: #1c1e25 !important; border-color: #2f323d !important; }
	a { color: #a5b4ff; }
	.mark, .button { background: #f6b73c !important; color: #1d1b18 !important; }
	.small { color: #aca69b !important; }
	.foot { border-color: #2f323d !important; }
}
</style>
</head>
<body style="background:#fbf8f3;color:#1d1b18">
<main>
<p class="site"><span class="mark" aria-hidden="true" style="background:#f5aa1c;color:#1d1b18">&#8617;&#65038;</span>${header.siteName}</p>
${renderParagraphs([greeting, ...beforeLink])}
${link ? renderLink(link) : ''}
${renderParagraphs(afterLink)}
<div class="foot">
<p class="small">${reason}${unsubscribe ? html` <a href="${unsubscribe.page}">${labelOf(unsubscribe)}</a>` : ''}</p>
<p class="small">${header.siteName} · <a href="${header.origin}">${header.origin}</a><br>Questions: <a href="mailto:${header.supportEmail}">${header.supportEmail}</a></p>
</div>
</main>
</body>
</html>
`;
}

function renderLink({ label, address }: { label: string; address: string }): Html {
	return html`<p><a class="button" href="${address}" style="background:#f5aa1c;color:#1d1b18">${label}</a></p>
<p class="small">Or copy this address into a browser:<br><a href="${address}">${address}</a></p>`;
}

function renderParagraphs(texts: readonly string[]): Html {
	return texts.reduce((all, text) => html`${all}<p class="words">${text}</p>\n`, html``);
}
