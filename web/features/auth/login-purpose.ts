import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { DEAL_PARAM, REPORT_PARAM, TELL_PARAM } from '#web/lib/paths.ts';
import { ASK_PARAM } from '#web/lib/wanted-paths.ts';

/** The purpose of each page that needs a session, as in 'Log in to …'. */
const PURPOSES: readonly (readonly [address: string, purpose: string])[] = [
	[PAGES.post, 'add an item'],
	[PAGES.updateItem, 'edit your item'],
	[PAGES.chats, 'see your chats'],
	[PAGES.chat, 'open this chat'],
	[PAGES.availableBuyers, 'see who is interested in your item'],
	[PAGES.notifications, 'see your notifications'],
	[PAGES.searches, 'see your saved searches'],
	[PAGES.myDeals, 'see your deals'],
	[PAGES.myReports, 'see your reports'],
	[PAGES.saved, 'have your saved items everywhere'],
	[PAGES.profile, 'see your profile'],
	[PAGES.account, 'see your account'],
	[PAGES.confirmEmail, 'confirm your email address'],
];

/** What a visitor wanted to do on a page that needs no session, by a parameter of its address. */
const PURPOSES_OF_PARAMS: readonly (readonly [address: string, param: string, purpose: string])[] =
	[
		[PAGES.item, DEAL_PARAM, 'make an offer'],
		[PAGES.item, REPORT_PARAM, 'report an item'],
		[PAGES.category, TELL_PARAM, 'hear about new items'],
		[PAGES.wanted, ASK_PARAM, 'ask for what you need'],
	];

/** The purpose of signing in, by the page to return to; undefined for the home page. */
export function loginPurpose(next: string): string | undefined {
	const { pathname, searchParams } = new URL(next, 'https://here.invalid');
	if (pathname === PAGES.home) return undefined;
	const asked = PURPOSES_OF_PARAMS.find(
		([address, param]) => matchPath(address, pathname) && searchParams.has(param),
	);
	return asked?.[2] ?? PURPOSES.find(([address]) => matchPath(address, pathname))?.[1] ?? 'go on';
}

/** Like `loginPurpose`, with the names of item and seller if they are cached. */
export function useLoginPurpose(next: string): string | undefined {
	const client = useQueryClient();
	return itemPurpose(client, next) ?? loginPurpose(next);
}

function itemPurpose(client: QueryClient, next: string): string | undefined {
	const { pathname, searchParams } = new URL(next, 'https://here.invalid');
	const cachedItem = (id = '') => client.getQueryData(itemQuery(id).queryKey);
	const shownItem = cachedItem(matchPath(PAGES.item, pathname)?.params.id);
	const title = isolated(shownItem?.title ?? '');
	if (shownItem && searchParams.has(REPORT_PARAM)) return `report ${title}`;
	if (shownItem && searchParams.has(DEAL_PARAM))
		return shownItem.reservedUntil ? `join the queue for ${title}` : `make an offer for ${title}`;
	// A buyer's link to a chat contains the seller's id and the item's id; only the seller's own link begins with the item.
	const { first, second } = matchPath(PAGES.chat, pathname)?.params ?? {};
	const item = cachedItem(second);
	if (!item || String(item.userId) !== first) return undefined;
	return `chat with ${isolated(item.User.userName)} about ${isolated(item.title)}`;
}
