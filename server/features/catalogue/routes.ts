import type { FastifyInstance } from 'fastify';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import { route } from '#server/http/route.ts';
import type { Catalogue } from './catalogue.ts';
import { categoriesReply } from './pages.ts';

/** Routes with which pages read the catalogue. */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue): void {
	route(app, getCatalogue)(
		async () => {
			const { categories, branches, subjects, spots } = catalogue.current();
			return {
				success: true,
				categories: [...categories],
				branches: [...branches],
				subjects: [...subjects],
				spots: [...spots],
			};
		},
		{ isShared: true },
	);

	route(app, listCategories)(async () => categoriesReply(catalogue), { isShared: true });
}
