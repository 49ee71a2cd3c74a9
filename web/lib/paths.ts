import { PAGES } from '#contract/core/pages.ts';
import { LISTING_TABS } from '#contract/items/facts.ts';

export function itemPath(id: number): string {
	return PAGES.item.replace(':id', String(id));
}

export function updateItemPath(id: number): string {
	return PAGES.updateItem.replace(':itemId', String(id));
}

/** In an item's address: who was sent to the login page by its report button finds the dialog open afterwards. */
export const REPORT_PARAM = 'report';

/** A seller's public page. */
export function personPath(id: number): string {
	return PAGES.person.replace(':id', String(id));
}

/** The chat about an item, as its seller opens it (decisions, "Items": who links how). */
export function sellerChatPath(itemId: number, buyerId: number): string {
	return chatPath(itemId, buyerId);
}

/** The chat about an item, as a buyer opens it. */
export function buyerChatPath(sellerId: number, itemId: number): string {
	return chatPath(sellerId, itemId);
}

function chatPath(first: number, second: number): string {
	return PAGES.chat.replace(':first', String(first)).replace(':second', String(second));
}

/** Who has written about an item, for its seller. */
export function availableBuyersPath(itemId: number): string {
	return PAGES.availableBuyers.replace(':itemId', String(itemId));
}

/** A listing; `words` searches in it. */
export function categoryPath(category: string = LISTING_TABS[0], query = ''): string {
	const path = PAGES.category.replace(':category', encodeURIComponent(category));
	return query ? `${path}?${new URLSearchParams({ q: query })}` : path;
}

/** The login page, which leads to `next` afterwards. */
export function loginPath(next: string): string {
	return `${PAGES.login}?${new URLSearchParams({ next })}`;
}

/** Where a signed-in action leads: through the login page for a visitor (decisions, "People and sessions"). */
export function actionPath(path: string, isSignedIn: boolean): string {
	return isSignedIn ? path : loginPath(path);
}
