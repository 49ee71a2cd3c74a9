import { PAGES } from '#contract/core/pages.ts';

/** In the address of the form for a new item: the item that gives it its words. */
export const LIKE = 'like';

export function postLikePath(itemId: number): string {
	return `${PAGES.post}?${LIKE}=${itemId}`;
}
