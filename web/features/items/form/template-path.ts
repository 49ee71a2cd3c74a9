import { PAGES } from '#contract/core/pages.ts';

/** In the address of the form for a new item: the item that gives it its words. */
export const TEMPLATE_PARAM = 'like';

export function postFromTemplatePath(itemId: number): string {
	return `${PAGES.post}?${TEMPLATE_PARAM}=${itemId}`;
}
