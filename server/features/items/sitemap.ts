import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { LARGEST_ID } from '#contract/core/schemas.ts';
import type { Db } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { originOf } from '#server/http/request-headers.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { findHighestItemId, listOnSaleIds } from './queries.ts';

/** A sitemap may have 50,000 URLs (https://www.sitemaps.org/protocol.html); a range of this many ids never has more. */
const IDS_PER_PART = 50_000;
/** The ids of further parts would exceed the integer type of PostgreSQL. */
const MAX_PARTS = Math.floor(LARGEST_ID / IDS_PER_PART);
/** Pages for search engines, besides listings and items. */
const INDEXED_PATHS = Object.values(PAGE_TABLE)
	.filter(({ path, index }) => index && !path.includes(':'))
	.map(({ path }) => path);
const CACHE_ONE_DAY = 'public, max-age=86400';

interface SitemapDeps {
	db: Db;
	publicUrl: string | undefined;
	catalogue: Pick<Catalogue, 'current'>;
}

/**
 * Serves `/robots.txt` and `/sitemap.xml` for search engines. The sitemap is an index of parts; each part has the items
 * of a range of ids, so that reading it is one range scan of an index.
 */
export function sitemapRoutes(
	app: FastifyInstance,
	{ db, publicUrl, catalogue }: SitemapDeps,
): void {
	const origin = (request: FastifyRequest) => originOf(request, publicUrl);

	app.get('/robots.txt', (request, reply) =>
		reply
			.type('text/plain; charset=utf-8')
			.header('cache-control', CACHE_ONE_DAY)
			.send(`User-agent: *\nDisallow: /api/\nSitemap: ${origin(request)}/sitemap.xml\n`),
	);

	app.get('/sitemap.xml', async (request, reply) => {
		const parts = Math.floor((await findHighestItemId(db)) / IDS_PER_PART) + 1;
		const names = ['pages', ...Array.from({ length: parts }, (_, part) => String(part))];
		const urls = names.map((name) => `${origin(request)}/sitemap/${name}.xml`);
		return reply
			.type('application/xml; charset=utf-8')
			.send(renderXml('sitemapindex', 'sitemap', urls));
	});

	app.get('/sitemap/pages.xml', (request, reply) => {
		const names = [ALL_CATEGORIES, ...catalogue.current().categories.map(({ name }) => name)];
		const listings = names.map((name) =>
			PAGES.category.replace(':category', encodeURIComponent(name)),
		);
		const urls = [...INDEXED_PATHS, ...listings].map((path) => origin(request) + path);
		return reply.type('application/xml; charset=utf-8').send(renderXml('urlset', 'url', urls));
	});

	app.get<{ Params: { part: string } }>('/sitemap/:part(^\\d{1,5}).xml', async (request, reply) => {
		const part = Number(request.params.part);
		if (part >= MAX_PARTS) return reply.callNotFound();
		const from = part * IDS_PER_PART;
		const itemIds = await listOnSaleIds(db, from, from + IDS_PER_PART);
		const urls = itemIds.map((id) => origin(request) + PAGES.item.replace(':id', String(id)));
		return reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.send(renderXml('urlset', 'url', urls));
	});
}

function renderXml(root: string, entry: string, urls: readonly string[]): string {
	const entries = urls.map((url) => `<${entry}><loc>${escapeHtml(url)}</loc></${entry}>`);
	const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
	return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}${entries.join('')}</${root}>`;
}
