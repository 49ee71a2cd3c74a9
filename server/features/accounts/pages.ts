import { getPerson } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { PublicPerson } from '#contract/auth/person-fields.ts';
import { callUrl } from '#contract/core/call-url.ts';
import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { listItems } from '#contract/items/endpoints.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { PageDefinition, PageMeta, PageRequest } from '#server/http/pages/head.ts';
import { html } from '#server/lib/html.ts';
import { jpegUrl } from '#server/storage/photo-urls.ts';

/** The server-rendered HTML of a seller's page: preloaded answers, head and noscript text. */
export function personPages(siteName: string): Record<string, PageDefinition> {
	return {
		[PAGES.person]: {
			firstRequests: ({ params }) => [
				callUrl(getPerson.path, { params }),
				callUrl(listItems.path, { query: { seller: params.id } }),
			],
			describe: (page, [personReply, listing]) => {
				const person = (personReply as { person: PublicPerson } | undefined)?.person;
				const items = (listing as { items: Item[] } | undefined)?.items ?? [];
				return person ? describePerson(person, items, page, siteName) : notFound(siteName);
			},
		},
	};
}

function notFound(siteName: string): PageMeta {
	const message = AUTH_ERRORS.userNotFound.message;
	return {
		status: 404,
		title: `${message} · ${siteName}`,
		noscript: html`<h1>${message}</h1>`,
	};
}

function describePerson(
	{ id, userName, profilePicUrl, onSale }: PublicPerson,
	items: readonly Item[],
	{ origin }: PageRequest,
	siteName: string,
): PageMeta {
	const url = `${origin}${PAGES.person.replace(':id', String(id))}`;
	const description = `${isolated(userName)} has ${onSale} ${onSale === 1 ? 'item' : 'items'} on sale on ${siteName}.`;
	const pictureUrl = profilePicUrl ?? items[0]?.imageUrl[0];
	return {
		title: `${isolated(userName)} · ${siteName}`,
		description,
		canonical: url,
		properties: [
			['og:type', 'profile'],
			['og:site_name', siteName],
			['og:title', userName],
			['og:description', description],
			['og:url', url],
			...(pictureUrl ? [['og:image', new URL(jpegUrl(pictureUrl), origin).href] as const] : []),
		],
		noscript: html`<h1>${userName}</h1><p>${description}</p>`,
	};
}
