import { expect, test } from 'vitest';
import { describeSearch } from './name.ts';
import { type SearchFields, searchFieldsOf } from './query.ts';

test.each([
	['q=drafter&category=Instruments&maxPrice=300', '“drafter” in Instruments, under ₹300'],
	['q=drafter', '“drafter”'],
	['category=Books', 'Books'],
	['free=true', 'Anything, free'],
	['maxPrice=0', 'Anything, free'],
	['category=Books&subject=EC301', 'Books for EC301'],
	['branch=EC&semester=3', 'Anything for branch EC for semester 3'],
	['q=laptop&condition=good,new', '“laptop”, new or good'],
	['q=laptop&minPrice=10000', '“laptop”, from ₹10,000'],
	['q=laptop&minPrice=10000&maxPrice=123456.5', '“laptop”, ₹10,000 to ₹1,23,456.50'],
	['maxPrice=249.99', 'Anything, under ₹250'],
	['minPrice=100&maxPrice=249.99', 'Anything, ₹100 to under ₹250'],
	['category=PYQs&verified=true', 'PYQs, from verified sellers'],
])('the search %s is named %s', (query, name) => {
	expect(describeSearch(searchFieldsOf(query))).toBe(name);
});

const EACH_FIELD: Required<SearchFields> = {
	q: 'drafter',
	category: 'Books',
	condition: 'new',
	subject: 'EC301',
	branch: 'EC',
	semester: '3',
	minPrice: '100',
	maxPrice: '300',
	free: 'true',
	verified: 'true',
};

test.each(Object.entries(EACH_FIELD))(
	'a search with only the field %s is not named “Anything”',
	(field, value) => {
		expect(describeSearch({ [field]: value })).not.toBe('Anything');
	},
);
