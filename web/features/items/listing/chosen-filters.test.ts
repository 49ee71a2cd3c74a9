import { expect, test } from 'vitest';
import {
	LISTING_FILTER_NAMES,
	type ListingFilterValues,
	NO_FILTERS,
} from '#contract/items/listing.ts';
import { priceBelow } from '#contract/items/price-limit.ts';
import { chosenFilters, priceRangeLabel, toggleCondition } from './chosen-filters.ts';

test('each chosen filter has a label and can be removed on its own', () => {
	const choices: ListingFilterValues = {
		condition: 'like-new,good',
		minPrice: '100',
		maxPrice: '250',
		free: 'true',
		verified: 'true',
		subject: 'EC301',
		branch: 'EC',
		semester: '3',
		reserved: 'false',
	};

	expect(chosenFilters(choices)).toEqual([
		{ label: 'Like new', change: { condition: 'good' } },
		{ label: 'Good', change: { condition: 'like-new' } },
		{ label: '₹100–₹250', change: { minPrice: '', maxPrice: '' } },
		{ label: 'Free', change: { free: '' } },
		{ label: 'Branch EC', change: { branch: '' } },
		{ label: 'Semester 3', change: { semester: '' } },
		{ label: 'EC301', change: { subject: '' } },
		{ label: 'Verified sellers', change: { verified: '' } },
		{ label: 'Hide reserved', change: { reserved: '' } },
	]);
	const changed = chosenFilters(choices).flatMap(({ change }) => Object.keys(change));
	expect(new Set(changed)).toEqual(new Set(LISTING_FILTER_NAMES));
	expect(chosenFilters(NO_FILTERS)).toEqual([]);
});

test('chosen conditions stay in a fixed order, regardless of the order of clicks', () => {
	expect(toggleCondition('fair', 'new')).toBe('new,fair');
	expect(toggleCondition('new,fair', 'fair')).toBe('new');
	expect(toggleCondition('', 'good')).toBe('good');
});

test.each([
	['', '', undefined],
	['100', '', '₹100 and more'],
	['', '2000', 'Up to ₹2,000'],
	['100', '2000', '₹100–₹2,000'],
	['', priceBelow(250), 'Under ₹250'],
	['20', priceBelow(250), '₹20 to under ₹250'],
	['0', '50.5', '₹0–₹50.50'],
])('the filter for prices from "%s" to "%s" is labelled: %s', (minPrice, maxPrice, label) => {
	expect(priceRangeLabel(minPrice, maxPrice)).toBe(label);
});
