import pg from 'pg';
import { CATEGORIES } from '#contract/item-facts.ts';
import { openVendure, type Vendure } from './vendure-open.ts';

/*
 * Gives an empty Vendure what a market has on sale: each item is a product with one variant, each category a value of a
 * facet. `node bench/vendure-stock.ts <where it is installed> <its database> <the market's database>`
 */
const LANGUAGE = 'en';
const CURRENCY = 'INR';

/** Newest first: Vendure lists by number what nothing else orders, as the market does from its newest. */
const ON_SALE = `
	select row_number() over (order by id desc)::int as id, id as item, title, description, category,
		(price * 100)::int as paise
	from items where sold_at is null and banned_at is null and deleted_at is null`;
const GIVEN = `
	with given as (
		select * from json_to_recordset($1) as given
			(id int, item int, title text, description text, category text, paise int)
	)`;
/** What its services would store; the last is what its own indexer would leave for its search. */
const STATEMENTS = [
	`insert into product (id, enabled) select id, true from given`,
	`insert into product_translation ("languageCode", name, slug, description, "baseId")
		select '${LANGUAGE}', title, 'item-' || item, description, id from given`,
	`insert into product_channels_channel ("productId", "channelId") select id, 1 from given`,
	`insert into product_variant (id, enabled, sku, "productId", "taxCategoryId")
		select id, true, 'item-' || item, id, 1 from given`,
	`insert into product_variant_translation ("languageCode", name, "baseId")
		select '${LANGUAGE}', title, id from given`,
	`insert into product_variant_channels_channel ("productVariantId", "channelId")
		select id, 1 from given`,
	`insert into product_variant_price (price, "currencyCode", "channelId", "variantId")
		select paise, '${CURRENCY}', 1, id from given`,
	`insert into product_facet_values_facet_value ("productId", "facetValueId")
		select given.id, named."baseId" from given
		join facet_value_translation as named on named.name = given.category`,
	`insert into search_index_item ("productVariantId", "channelId", "productId", "languageCode",
			enabled, "productName", "productVariantName", description, slug, sku, price, "priceWithTax",
			"facetIds", "facetValueIds", "collectionIds", "collectionSlugs", "channelIds",
			"productPreview", "productVariantPreview")
		select given.id, 1, given.id, '${LANGUAGE}',
			true, title, title, description, 'item-' || item, 'item-' || item, paise, paise,
			'1', named."baseId", '', '', '1', '', ''
		from given join facet_value_translation as named on named.name = given.category`,
];

/** Its prices need a zone with a tax; the categories are what a list is narrowed by. */
async function prepare({ service }: Vendure, context: unknown): Promise<void> {
	const zone = await service('ZoneService').create?.(context, { name: 'India' });
	const { id: zoneId } = zone as { id: number };
	await service('ChannelService').update?.(context, {
		...{ id: 1, defaultTaxZoneId: zoneId, defaultShippingZoneId: zoneId },
		...{ defaultCurrencyCode: CURRENCY, availableCurrencyCodes: [CURRENCY] },
	});
	await service('TaxCategoryService').create?.(context, { name: 'Second hand', isDefault: true });
	const named = (code: string, name: string) => ({
		...{ code, isPrivate: false },
		translations: [{ languageCode: LANGUAGE, name }],
	});
	const facet = await service('FacetService').create?.(context, named('category', 'Category'));
	for (const category of CATEGORIES) {
		const code = category.toLowerCase();
		await service('FacetValueService').create?.(context, facet, named(code, category));
	}
}

const [, , folder = '', databaseUrl = '', marketUrl = ''] = process.argv;
const market = new pg.Client({ connectionString: marketUrl });
await market.connect();
const { rows } = await market.query(ON_SALE);
await market.end();
const vendure = await openVendure(folder, databaseUrl);
const context = await vendure.service('RequestContextService').create?.({ apiType: 'admin' });
await prepare(vendure, context);
for (const statement of STATEMENTS) {
	await vendure.connection.query(`${GIVEN} ${statement}`, [JSON.stringify(rows)]);
}
await vendure.connection.query('analyze');
await vendure.close();
process.exit();
