import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { isolated } from '#contract/core/format.ts';
import { PAGES } from '#contract/core/pages.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { REPORT_PARAM, TELL_PARAM } from '#web/lib/paths.ts';

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
	[PAGES.profile, 'see your profile'],
	[PAGES.account, 'see your account'],
	[PAGES.confirmEmail, 'confirm your email address'],
];

/** The purpose of signing in, by the page to return to; undefined if that page needs no session. */
export function loginPurpose(next: string): string | undefined {
	const { pathname, searchParams } = new URL(next, 'https://here.invalid');
	if (matchPath(PAGES.item, pathname) && searchParams.has(REPORT_PARAM)) return 'report an item';
	if (matchPath(PAGES.category, pathname) && searchParams.has(TELL_PARAM))
		return 'hear about new items';
	return PURPOSES.find(([address]) => matchPath(address, pathname))?.[1];
}

/** Like `loginPurpose`, with the names of item and seller if they are cached. */
export function useLoginPurpose(next: string): string | undefined {
	const client = useQueryClient();
	return itemPurpose(client, next) ?? loginPurpose(next);
}

function itemPurpose(client: QueryClient, next: string): string | undefined {
	const { pathname, searchParams } = new URL(next, 'https://here.invalid');
	const cachedItem = (id = '') => client.getQueryData(itemQuery(id).queryKey);
	const reportedItem = cachedItem(matchPath(PAGES.item, pathname)?.params.id);
	if (reportedItem && searchParams.has(REPORT_PARAM))
		return `report ${isolated(reportedItem.title)}`;
	// A buyer's link to a chat contains the seller's id and the item's id; only the seller's own link begins with the item.
	const { first, second } = matchPath(PAGES.chat, pathname)?.params ?? {};
	const item = cachedItem(second);
	if (!item || String(item.userId) !== first) return undefined;
	return `chat with ${isolated(item.User.userName)} about ${isolated(item.title)}`;
}
