import { CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { defineErrors } from '#contract/core/errors.ts';
import { isolated } from '#contract/core/format.ts';

export const WATCHING_ERRORS = /* @__PURE__ */ defineErrors('watching', {
	itemIds: 'Please name at most 200 items by their numbers.',
});

export const ITEM_ERRORS = /* @__PURE__ */ defineErrors('item', {
	title: 'Title must be between 1 and 255 characters.',
	description: 'Description must be between 1 and 255 characters.',
	price: 'Price must be between ₹0.01 and ₹999,999.99',
	editPrice: 'Please enter a valid price greater than ₹0.',
	category: 'Please select a valid category.',
	condition: 'Please choose a condition from the list.',
	isFree: 'An item is free or it is not: true or false.',
	isPriceFixed: 'A price is fixed or it is not: true or false.',
	details: 'The details must be texts by the names of the category’s fields.',
	unknownDetail: (key: string) => `This category has no field “${key}”.`,
	detailText: (label: string) =>
		`${isolated(label)} can have at most ${CATALOGUE_LIMITS.detailTextMax} characters.`,
	detailChoice: (label: string) => `Please choose one of the list for ${isolated(label)}.`,
	detailIsbn: (label: string) => `${isolated(label)}: this is not a valid ISBN of 10 or 13 digits.`,
	subjects: 'Please name at most three subjects by their codes.',
	unknownSubject: (code: string) => `There is no subject “${code}”.`,
	signInToAdd: 'Please log in to add an item.',
	signInToEdit: 'Please log in to edit this item.',
	signInToUpdate: 'Please log in to update this item.',
	notFound: 'Item not found.',
	notOwner: "You don't have permission to edit this item.",
	alreadySold: 'this product is sold',
	banned: 'This item is banned. It can be neither removed nor put back.',
	notEditable: 'This item can no longer be edited.',
	reserved: 'Price and category stay as they are while the item is reserved.',
	badIdempotencyKey: 'The Idempotency-Key is not valid.',
});
