import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import { synonymsIn } from '#server/features/items/search/synonyms.ts';
import type { SearchText } from './search-queries.ts';

/** A text to search items by, with the catalogue's synonyms. */
export function searchTextOf(catalogue: Pick<Catalogue, 'current'>, text: string): SearchText {
	return { text, synonyms: synonymsIn(catalogue) };
}
