import { PAGES } from '#contract/core/pages.ts';

/** URL parameters of the form for a new item: title and category of the wanted post that prefills it. */
export const PREFILLED_TITLE_PARAM = 'title';
export const PREFILLED_CATEGORY_PARAM = 'category';

export function postForAskerPath(title: string, category: string): string {
	const query = { [PREFILLED_TITLE_PARAM]: title, [PREFILLED_CATEGORY_PARAM]: category };
	return `${PAGES.post}?${new URLSearchParams(query)}`;
}
