import { escapeHtml, type Html, html } from '#server/lib/html.ts';

/** Metadata in a page's HTML before scripts run: for link previews, search engines and the first paint. */
export interface PageMeta {
	/** 404 when what the address names, such as an item, does not exist or is not public. */
	status?: 404;
	title?: string;
	description?: string;
	/** Open Graph and other properties, in order. */
	properties?: readonly (readonly [property: string, content: string])[];
	/** The canonical URL. */
	canonical?: string;
	/** Images of the first screen, to preload. */
	pictures?: readonly { srcset: string; sizes: string }[];
	/** schema.org, as JSON-LD. */
	structuredData?: object;
	/** Shown when scripts are disabled. */
	noscript?: Html;
}

/** The parameters, query and origin of a page request. */
export interface PageRequest {
	params: Readonly<Record<string, string>>;
	query: URLSearchParams;
	/** The public origin. */
	origin: string;
}

/** How the server prepares a page. */
export interface PageDefinition {
	/** API URLs that the page requests first; their responses are embedded in the page. */
	firstRequests: (page: PageRequest) => readonly string[];
	/** Set only if the page depends on nothing but these responses. It is then shared for two seconds (`Memo`). */
	isShared?: boolean;
	/** @param answers in the order of the URLs; undefined where the API refused */
	describe?: (page: PageRequest, answers: readonly unknown[]) => PageMeta;
}

/**
 * Fills in a page's head; absent values stay as in the template.
 * @param answers JSON responses by API URL, for the page's first requests
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

/** A JSON data block in HTML: browsers don't execute it, and escaping `<` keeps it from closing its element. */
function dataBlock(type: string, attributes: string, data: unknown): string {
	const json = JSON.stringify(data).replaceAll('<', '\\u003c');
	return `<script type="${type}"${attributes}>${json}</script>`;
}
