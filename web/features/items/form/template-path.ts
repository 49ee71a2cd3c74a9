import { PAGES } from '#contract/core/pages.ts';

/** URL parameter of the form for a new item: the id of the item that prefills it. */
export const TEMPLATE_PARAM = 'like';

export function postFromTemplatePath(itemId: number): string {
	return `${PAGES.post}?${TEMPLATE_PARAM}=${itemId}`;
}
