import type * as z from 'zod/mini';
import { listCategories } from '#contract/catalogue/endpoints.ts';
import { callUrl } from '#contract/core/call-url.ts';
import type { Catalogue } from './catalogue.ts';

type CategoriesReply = z.output<(typeof listCategories)['reply']>;

/** The reply of `GET catalogue/categories`. */
export function categoriesReply({ current }: Pick<Catalogue, 'current'>): CategoriesReply {
	return { success: true, categories: [...current().categories] };
}

/** The preloaded reply in every page, because every page names the categories. */
export function preloadedCategories(
	catalogue: Pick<Catalogue, 'current'>,
): readonly [url: string, reply: CategoriesReply] {
	return [callUrl(listCategories.path, {}), categoriesReply(catalogue)];
}
