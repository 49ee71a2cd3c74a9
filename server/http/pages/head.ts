import type { CacheDependency } from '#server/cache/public-cache.ts';
import { escapeHtml, type Html, html } from '#server/lib/html.ts';

/** What a page's HTML says before any script has run: for link previews, search engines and the first paint. */
export interface PageMeta {
	/** 404 where the address is a page's but nothing is there for the public. */
	status?: 404;
	title?: string;
	description?: string;
	/** Open Graph and other properties, in order. */
	properties?: readonly (readonly [property: string, content: string])[];
	/** Its one address. */
	canonical?: string;
	/** Pictures that the first screen shows. */
	pictures?: readonly { srcset: string; sizes: string }[];
	/** schema.org, as JSON-LD. */
	structuredData?: object;
	/** Shown where scripts don't run. */
	noscript?: Html;
}

/** Where a page is opened, and with what in its address. */
export interface PageRequest {
	params: Readonly<Record<string, string>>;
	query: URLSearchParams;
	/** Where people reach the market. */
	origin: string;
}

/** How the server prepares one page. */
export interface PageDefinition {
	/** Addresses of the API that the page will ask for first; their answers travel with it. */
	answers: (page: PageRequest) => readonly string[];
	/** What these are made of, where the page depends on nothing else: it is then drawn once, until that changes. */
	dependsOn?: (page: PageRequest) => CacheDependency;
	/** @param answers in the same order; undefined where the API refused */
	describe?: (page: PageRequest, answers: readonly unknown[]) => PageMeta;
}

/**
 * The page with its head filled in: what is not said stays as the template has it.
 * @param answers of the API, as JSON by their addresses, for the page's first questions
 */
export function renderHead(
	page: string,
	head: PageMeta,
	answers: ReadonlyMap<string, unknown>,
): string {
	const withDescription = head.description
		? page.replace(
				/<meta name="description" content="[^"]*"/,
				() => `<meta name="description" content="${escapeHtml(head.description ?? '')}"`,
			)
		: page;
	const withTitle = head.title
		? withDescription.replace(
				/<title>[^<]*<\/title>/,
				() => `<title>${escapeHtml(head.title ?? '')}</title>`,
			)
		: withDescription;
	const withNoscript = head.noscript
		? withTitle.replace(
				/<noscript>.*?<\/noscript>/s,
				() => `<noscript>${head.noscript?.markup}</noscript>`,
			)
		: withTitle;
	return withNoscript.replace('</head>', () => `${headTags(head, answers)}</head>`);
}

function headTags(
	{ properties = [], canonical, pictures = [], structuredData }: PageMeta,
	answers: ReadonlyMap<string, unknown>,
): string {
	const tags = properties.map(
		([property, content]) => html`<meta property="${property}" content="${content}">`.markup,
	);
	if (canonical) tags.push(html`<link rel="canonical" href="${canonical}">`.markup);
	for (const { srcset, sizes } of pictures) {
		tags.push(
			html`<link rel="preload" as="image" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`
				.markup,
		);
	}
	if (structuredData) tags.push(dataBlock('application/ld+json', '', structuredData));
	if (answers.size > 0) {
		tags.push(dataBlock('application/json', ' id="first-answers"', Object.fromEntries(answers)));
	}
	return tags.join('');
}

/** JSON inside HTML: no browser runs it, and it can not close its element (`<` stands as an escape). */
function dataBlock(type: string, attributes: string, data: unknown): string {
	const json = JSON.stringify(data).replaceAll('<', '\\u003c');
	return `<script type="${type}"${attributes}>${json}</script>`;
}
