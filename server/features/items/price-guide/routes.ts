import type { FastifyInstance } from 'fastify';
import { getPriceGuide } from '#contract/items/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { route } from '#server/http/route.ts';
import { listSimilarSales } from './queries.ts';
import { priceGuideFrom, requireReference } from './rules.ts';

interface PriceGuideDeps {
	db: Db;
	catalogue: Catalogue;
}

/** The route of the price guide: the prices of similar sold items. */
export function priceGuideRoutes(app: FastifyInstance, { db, catalogue }: PriceGuideDeps): void {
	route(
		app,
		getPriceGuide,
	)(async ({ query }) => {
		const reference = requireReference(catalogue, query);
		const sales = await listSimilarSales(db, reference, query.condition);
		return { success: true, ...priceGuideFrom(sales, query.condition) };
	});
}
