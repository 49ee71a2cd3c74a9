import { parseIsbn } from '#contract/catalogue/isbn.ts';
import type { Condition } from '#contract/items/facts.ts';
import type { Item } from '#contract/items/schemas.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';

/**
 * The schema.org name of each condition (https://schema.org/OfferItemCondition). An item without a condition counts as
 * used.
 */
const SCHEMA_ORG_CONDITION: Record<Condition, string> = {
	new: 'NewCondition',
	'like-new': 'UsedCondition',
	good: 'UsedCondition',
	fair: 'UsedCondition',
	'for-parts': 'DamagedCondition',
};

interface ProductContext {
	itemUrl: string;
	/** The site's origin. */
	origin: string;
	isbn: string | undefined;
}

/**
 * The item as a schema.org Product for search engines (https://schema.org/Product;
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing for the ISBN).
 */
export function productJsonLd(item: Item, { itemUrl, origin, isbn }: ProductContext): object {
	return {
		'@context': 'https://schema.org',
		'@type': 'Product',
		name: item.title,
		description: item.description,
		category: item.category,
		image: item.imageUrl.map((url) => new URL(url, origin).href),
		...(isbn && { isbn }),
		offers: {
			'@type': 'Offer',
			url: itemUrl,
			price: item.price.toFixed(2),
			priceCurrency: 'INR',
			itemCondition: `https://schema.org/${SCHEMA_ORG_CONDITION[item.condition ?? 'good']}`,
			availability: `https://schema.org/${item.isAvailable ? 'InStock' : 'SoldOut'}`,
			seller: { '@type': 'Person', name: item.User.userName },
		},
	};
}

/** The ISBN in the item's details, if the category still has a field for it. */
export function isbnOf(
	{ category, details }: Item,
	{ findCategory }: Pick<Catalogue, 'findCategory'>,
): string | undefined {
	const field = findCategory(category)?.fields.find(({ kind }) => kind === 'isbn');
	return field && parseIsbn(details[field.key] ?? '');
}
