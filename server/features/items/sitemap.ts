import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGEST_ID } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { LISTING_TABS } from '#contract/items/facts.ts';
import type { Read } from '#server/db/client.ts';
import { originOf } from '#server/http/origin.ts';
import { PLAIN_PAGES } from '#server/http/pages/static-pages.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { highestItemNumber, listOnSaleNumbers } from './sitemap-queries.ts';

/** A sitemap holds 50,000 addresses at most (https://www.sitemaps.org/protocol.html); numbers have gaps. */
const NUMBERS_PER_PART = 50_000;
/** Up to PostgreSQL's largest number. */
const MOST_PARTS = Math.floor(LARGEST_ID / NUMBERS_PER_PART);
const A_DAY = 'public, max-age=86400';

interface SitemapDeps {
	read: Read;
	publicUrl: string | undefined;
}

/**
 * What search engines may look at: `/robots.txt`, and `/sitemap.xml`, an index of parts that each hold the items of a range
 * of numbers, so that no part needs more than a walk along an index.
 */
export function sitemapRoutes(app: FastifyInstance, { read, publicUrl }: SitemapDeps): void {
	const origin = (request: FastifyRequest) => originOf(request, publicUrl);

	app.get('/robots.txt', (request, reply) =>
		reply
			.type('text/plain; charset=utf-8')
			.header('cache-control', A_DAY)
			.send(`User-agent: *\nDisallow: /api/\nSitemap: ${origin(request)}/sitemap.xml\n`),
	);

	app.get('/sitemap.xml', async (request, reply) => {
		const parts = Math.floor((await read(highestItemNumber)) / NUMBERS_PER_PART) + 1;
		const names = ['pages', ...Array.from({ length: parts }, (_, part) => String(part))];
		const addresses = names.map((name) => `${origin(request)}/sitemap/${name}.xml`);
		return reply
			.type('application/xml; charset=utf-8')
			.send(xmlList('sitemapindex', 'sitemap', addresses));
	});

	app.get('/sitemap/pages.xml', (request, reply) => {
		const listings = LISTING_TABS.map((tab) => PAGES.category.replace(':category', tab));
		const addresses = [PAGES.home, ...listings, ...PLAIN_PAGES].map(
			(path) => origin(request) + path,
		);
		return reply.type('application/xml; charset=utf-8').send(xmlList('urlset', 'url', addresses));
	});

	app.get<{ Params: { part: string } }>('/sitemap/:part(^\\d{1,5}).xml', async (request, reply) => {
		const part = Number(request.params.part);
		if (part >= MOST_PARTS) return reply.callNotFound();
		const from = part * NUMBERS_PER_PART;
		const numbers = await read((db) => listOnSaleNumbers(db, from, from + NUMBERS_PER_PART));
		const addresses = numbers.map((id) => origin(request) + PAGES.item.replace(':id', String(id)));
		return reply
			.type('application/xml; charset=utf-8')
			.header('cache-control', 'public, max-age=3600')
			.send(xmlList('urlset', 'url', addresses));
	});
}

function xmlList(root: string, entry: string, addresses: readonly string[]): string {
	const entries = addresses.map(
		(address) => `<${entry}><loc>${escapeHtml(address)}</loc></${entry}>`,
	);
	const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
	return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}${entries.join('')}</${root}>`;
}
