import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import { callUrl } from '#contract/core/call-url.ts';
import { sharedRoute } from '#server/http/route.ts';
import type { Catalogue } from './catalogue.ts';

/** Routes with which pages read the catalogue. */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue): void {
	sharedRoute(app, getCatalogue, async () => {
		const { categories, branches, subjects, spots } = catalogue.current();
		return {
			categories: [...categories],
			branches: [...branches],
			subjects: [...subjects],
			spots: [...spots],
		};
	});

	sharedRoute(app, listCategories, async () => categoriesReply(catalogue));
}

type CategoriesReply = z.output<(typeof listCategories)['reply']>;

/** The reply of `GET catalogue/categories`. */
function categoriesReply({ current }: Pick<Catalogue, 'current'>): CategoriesReply {
	return { success: true, categories: [...current().categories] };
}

/** The preloaded reply in every page, because every page names the categories. */
export function preloadedCategories(
	catalogue: Pick<Catalogue, 'current'>,
): readonly [url: string, reply: CategoriesReply] {
	return [callUrl(listCategories.path, {}), categoriesReply(catalogue)];
}
