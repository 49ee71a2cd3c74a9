import { PAGES } from '#contract/core/pages.ts';

export function wantedPath(id: number): string {
	return PAGES.wantedPost.replace(':id', String(id));
}

/** The tab with the user's own posts. */
export const OWN_WANTED_PATH = `${PAGES.wanted}?view=own`;

/** URL parameter of the page of wanted posts: opens the form, with this title. */
export const ASK_PARAM = 'ask';

/** URL parameter used with `ASK_PARAM`: the category in the form. The list's category filter is another parameter. */
export const ASKED_CATEGORY_PARAM = 'for';

/** The form to ask for something, with a title and a category filled in. */
export function askPath(title = '', category = ''): string {
	const query = new URLSearchParams({
		[ASK_PARAM]: title,
		...(category && { [ASKED_CATEGORY_PARAM]: category }),
	});
	return `${PAGES.wanted}?${query}`;
}
