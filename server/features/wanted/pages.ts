import * as z from 'zod/mini';
import { callUrl } from '#contract/core/call-url.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formatPrice, isolated } from '#contract/core/format.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { byId } from '#contract/core/schemas.ts';
import { getWanted, listWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails, WantedPost } from '#contract/wanted/schemas.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { html } from '#server/lib/html.ts';

/** The HTML head, preloaded API answers and no-script content of the pages of wanted posts. */
export function wantedPages(siteName: string): Record<string, PageDefinition> {
	return {
		[PAGES.wanted]: {
			firstRequests: ({ query }) => [callUrl(listWanted.path, { query: listFilters(query) })],
			describe: (page, [answer]) => {
				const list = answer as Parsed<(typeof listWanted)['reply']> | undefined;
				return describeList(page, list?.wanted ?? [], siteName);
			},
		},
		[PAGES.wantedPost]: {
			firstRequests: ({ params }) => {
				const parsed = z.safeParse(byId, params);
				return parsed.success ? [callUrl(getWanted.path, { params: parsed.data })] : [];
			},
			describe: (page, [answer]) => {
				const post = (answer as Parsed<(typeof getWanted)['reply']> | undefined)?.wanted;
				return post ? describePost(post, page, siteName) : postNotFound(siteName);
			},
		},
	};
}

/** The filters that are set, in the order of the page's API request. */
function listFilters(query: URLSearchParams): Record<string, string> {
	const chosenFilters = (['q', 'category', 'subject'] as const).flatMap((name) => {
		const value = query.get(name);
		return value ? [[name, value] as const] : [];
	});
	return Object.fromEntries(chosenFilters);
}

function describeList(
	{ origin }: PageRequest,
	posts: readonly WantedPost[],
	siteName: string,
): PageMeta {
	const title = PAGE_TABLE.wanted.label;
	const description = `What students look for on ${siteName}: books, papers, instruments and more. ${WANTED_MESSAGES.emptyHint}`;
	const links = posts.map((post) => {
		const path = PAGES.wantedPost.replace(':id', String(post.id));
		return html`<li><a href="${path}">${post.title}</a> ${priceText(post)}</li>`.markup;
	});
	return {
		title: `${title} · ${siteName}`,
		description,
		canonical: origin + PAGES.wanted,
		properties: [
			['og:type', 'website'],
			['og:site_name', siteName],
			['og:title', title],
			['og:description', description],
			['og:url', origin + PAGES.wanted],
		],
		noscript: html`<h1>${title}</h1><ul>${{ markup: links.join('') }}</ul>`,
	};
}

function describePost(post: WantedDetails, { origin }: PageRequest, siteName: string): PageMeta {
	const url = origin + PAGES.wantedPost.replace(':id', String(post.id));
	const title = `${PAGE_TABLE.wanted.label}: ${isolated(post.title)}`;
	const description = post.note ?? WANTED_MESSAGES.emptyHint;
	return {
		title: `${title} · ${siteName}`,
		description,
		canonical: url,
		properties: [
			['og:type', 'website'],
			['og:site_name', siteName],
			['og:title', title],
			['og:description', description],
			['og:url', url],
		],
		noscript: html`<article><h1>${post.title}</h1><p>${priceText(post)}</p><p>${post.note ?? ''}</p><p>${post.User.userName}</p></article>`,
	};
}

function priceText({ maxPrice }: WantedPost): string {
	return maxPrice === null ? '' : `At most ${formatPrice(maxPrice)}`;
}

function postNotFound(siteName: string): PageMeta {
	const message = WANTED_ERRORS.notFound.message;
	return {
		status: 404,
		title: `${message} · ${siteName}`,
		noscript: html`<h1>${message}</h1>`,
	};
}
