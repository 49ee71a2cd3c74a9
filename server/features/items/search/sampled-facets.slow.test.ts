import { expect, test } from 'vitest';
import type { Facets } from '#contract/items/facets.ts';
import { FACET_LIMITS } from '#contract/items/facts.ts';
import { sql } from '#server/db/drizzle.ts';
import { openApp } from '#tests/support/app.ts';

test('with more than 10,000 matches, facets count only the newest 10,000 and the response is marked as sampled', async () => {
	const t = await openApp();
	const { id } = await t.student();
	await t.db.execute(sql`
		insert into items (seller_id, title, description, price, category, condition)
		select ${id}, 'Lot ' || n, 'One of many', 100, 'Books', case when n <= 5 then 'new' else 'good' end
		from generate_series(1, ${FACET_LIMITS.countedMax + 5}) as n`);
	const read = async (query: string): Promise<Facets> =>
		(await t.as(null).get(`/items/facets?${query}`)).json();

	expect(await read('')).toMatchObject({
		total: FACET_LIMITS.countedMax,
		sampled: true,
		facets: { condition: [{ value: 'good', count: FACET_LIMITS.countedMax }] },
	});
	// A facet is counted without its own filter: the facet of conditions in the next request, and the facet of prices in
	// the one after, have more than 10,000 matches.
	expect(await read('condition=new')).toMatchObject({ total: 5, sampled: true });
	expect(await read('q=one&maxPrice=99')).toMatchObject({ total: 0, sampled: true });
	expect(await read('q=nothing')).not.toHaveProperty('sampled');
});
