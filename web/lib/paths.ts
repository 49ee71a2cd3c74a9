import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGES } from '#contract/core/pages.ts';

export function itemPath(id: number): string {
	return PAGES.item.replace(':id', String(id));
}

export function updateItemPath(id: number): string {
	return PAGES.updateItem.replace(':itemId', String(id));
}

/**
 * URL parameter of an item's page: opens the report dialog after the report button sent a visitor to the login page.
 */
export const REPORT_PARAM = 'report';
/** URL parameter of an item's page: opens the offer form when a visitor returns after the login. */
export const DEAL_PARAM = 'deal';
/** URL parameter of a listing: opens the dialog that saves the search, after its button sent a visitor to the login. */
export const TELL_PARAM = 'tell';

/** URL parameter of the form for a new item: the id of the item that prefills it. */
export const TEMPLATE_PARAM = 'like';

export function postFromTemplatePath(itemId: number): string {
	return `${PAGES.post}?${TEMPLATE_PARAM}=${itemId}`;
}

/** A seller's public page. */
export function personPath(id: number): string {
	return PAGES.person.replace(':id', String(id));
}

/** The chat about an item, as linked for its seller. A buyer's link differs. */
export function sellerChatPath(itemId: number, buyerId: number): string {
	return chatPath(itemId, buyerId);
}

/** The chat about an item, as linked for a buyer. */
export function buyerChatPath(sellerId: number, itemId: number): string {
	return chatPath(sellerId, itemId);
}

function chatPath(first: number, second: number): string {
	return PAGES.chat.replace(':first', String(first)).replace(':second', String(second));
}

/** The buyers who have written about an item, for its seller. */
export function availableBuyersPath(itemId: number): string {
	return PAGES.availableBuyers.replace(':itemId', String(itemId));
}

/** A listing, optionally with a search text. */
export function categoryPath(category: string = ALL_CATEGORIES, query = ''): string {
	const path = PAGES.category.replace(':category', encodeURIComponent(category));
	return query ? `${path}?${new URLSearchParams({ q: query })}` : path;
}

/** The login page, which opens `next` afterwards. */
export function loginPath(next: string): string {
	return `${PAGES.login}?${new URLSearchParams({ next })}`;
}

/**
 * The target of an action that needs a session: for a visitor, the login page first.
 */
export function actionPath(path: string, isSignedIn: boolean): string {
	return isSignedIn ? path : loginPath(path);
}
