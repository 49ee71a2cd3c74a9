import type { FastifyInstance } from 'fastify';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import { sharedRoute } from '#server/http/route.ts';
import type { Catalogue } from './catalogue.ts';
import { categoriesReply } from './pages.ts';

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
