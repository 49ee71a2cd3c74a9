import { CATALOGUE_FILTERS, type CatalogueFilter } from '#contract/searches/facts.ts';
import { describeSearch } from '#contract/searches/name.ts';
import {
	formatQuery,
	SEARCH_FIELD_NAMES,
	SEARCH_FIELDS,
	type SearchFields,
} from '#contract/searches/query.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { versionOf } from '#server/lib/versions.ts';
import type { SavedFilters, SearchRow } from './queries.ts';

export function presentSearch(row: SearchRow): SavedSearch {
	return {
		id: row.id,
		...presentFilters(row),
		alert: row.alert,
		version: versionOf({ alert: row.alert }),
		createdAt: row.createdAt.toISOString(),
		newCount: row.newCount,
		missing: CATALOGUE_FILTERS.find((filter) => isMissing(row, filter)) ?? null,
	};
}

/** The canonical query string of a search, and the name of the search. */
export function presentFilters(row: SavedFilters): { query: string; name: string } {
	const fields = fieldsOf(row);
	return { query: formatQuery(fields), name: describeSearch(fields) };
}

function fieldsOf(row: SavedFilters): SearchFields {
	const fields: SearchFields = {};
	for (const name of SEARCH_FIELD_NAMES) {
		const value = row[SEARCH_FIELDS[name]];
		// The text of a list has commas between its values, like the address.
		if (value !== null && value !== false) fields[name] = String(value);
	}
	return fields;
}

function isMissing(row: SearchRow, filter: CatalogueFilter): boolean {
	const gone = {
		category: row.isCategoryGone,
		subject: row.isSubjectGone,
		branch: row.isBranchGone,
	};
	return gone[filter];
}
