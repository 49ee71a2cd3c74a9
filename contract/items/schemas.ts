import * as z from 'zod/mini';
import {
	CATALOGUE_CODE_PATTERN,
	CATALOGUE_LIMITS,
	DETAIL_KEY_PATTERN,
} from '#contract/catalogue/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { pageCursor } from '#contract/core/paging.ts';
import { id, idWithMessage, looseWord, success, text, withoutNul } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { photo } from '#contract/photos/schemas.ts';
import {
	CONDITIONS,
	type Condition,
	ITEM_LIMITS,
	ITEM_STATUSES,
	PRICE_INPUT_PATTERN,
	SORTS,
	UNSIGNED_DECIMAL_PATTERN,
} from './facts.ts';
import { LISTING_LIMITS, type ListingFilterName } from './listing.ts';

/**
 * Rupees, as typed in a form or sent as a number.
 * @param invalid message for a value that is not a number or below `min`; the other rules have fixed messages
 */
export function priceRupees(invalid: string, min: number = ITEM_LIMITS.priceMin) {
	return z.pipe(
		z.union([z.number(), z.string()], invalid),
		z.pipe(
			z.transform(parsePrice),
			z
				.number(invalid)
				.check(
					z.refine(hasWholePaise, { message: ITEM_ERRORS.priceDecimals.message, abort: true }),
					z.minimum(min, invalid),
					z.maximum(ITEM_LIMITS.priceMax, ITEM_ERRORS.price.message),
				),
		),
	);
}

function parsePrice(value: number | string): number {
	if (typeof value === 'number') return value;
	return UNSIGNED_DECIMAL_PATTERN.test(value.trim()) ? Number(value) : Number.NaN;
}

/** True for prices outside the range, which another rule refuses with its own message. */
function hasWholePaise(rupees: number): boolean {
	const isOutside = rupees <= 0 || rupees > ITEM_LIMITS.priceMax;
	return isOutside || Math.round(rupees * 100) / 100 === rupees;
}

/** The name of a category. Whether there is one of this name is checked where the item is written. */
export const categoryName = z
	.string(ITEM_ERRORS.category.message)
	.check(withoutNul, z.minLength(1, ITEM_ERRORS.category.message));

/** A field that need not be there; an empty text clears it, as null does. */
export function clearable<Schema extends z.ZodMiniType>(schema: Schema) {
	return z.pipe(
		z.transform((value: unknown) => (value === '' ? null : value)),
		z.optional(z.nullable(schema)),
	);
}

/** A value that is JSON text in a form; text that is no JSON stays, and is refused by `schema`. */
function jsonText<Schema extends z.ZodMiniType>(schema: Schema) {
	return z.pipe(z.transform(parseIfText), schema);
}

function parseIfText(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** Characters of a detail as typed; an ISBN may have spaces. The field's kind decides how many are accepted. */
const TYPED_DETAIL_MAX = 200;
const detailValue = text(0, TYPED_DETAIL_MAX, ITEM_ERRORS.details.message);

/** By the keys of the category's fields; an empty text or null leaves one out (contract/catalogue/details.ts). */
const details = clearable(
	jsonText(
		z.pipe(
			z.record(
				z.string().check(z.regex(DETAIL_KEY_PATTERN, ITEM_ERRORS.details.message)),
				z.nullable(detailValue),
				ITEM_ERRORS.details.message,
			),
			z.transform((byKey: Record<string, string | null>) =>
				Object.fromEntries(Object.entries(byKey).map(([key, value]) => [key, value ?? ''])),
			),
		),
	),
);

const subjectCode = z
	.string(ITEM_ERRORS.subjects.message)
	.check(z.regex(CATALOGUE_CODE_PATTERN, ITEM_ERRORS.subjects.message));

const subjects = clearable(
	jsonText(
		z
			.array(subjectCode, ITEM_ERRORS.subjects.message)
			.check(z.maxLength(ITEM_LIMITS.subjectsMax, ITEM_ERRORS.subjects.message)),
	),
);

/** A form sends text. */
const isFree = z.pipe(
	z.transform((value: unknown) => (value === '' ? undefined : parseIfText(value))),
	z.optional(z.boolean(ITEM_ERRORS.isFree.message)),
);

/**
 * What a seller says about an item. Columns, forms, exports and CSV files follow this list; the order of the keys is the
 * order in which the form reports errors (spec 1 §5). What a later version added may be missing: a new item then does
 * not say it, and an edited one keeps it.
 */
const itemFields = {
	title: text(1, ITEM_LIMITS.titleMax, ITEM_ERRORS.title.message),
	description: text(1, ITEM_LIMITS.descriptionMax, ITEM_ERRORS.description.message),
	price: z.optional(priceRupees(ITEM_ERRORS.price.message)),
	category: categoryName,
	condition: clearable(z.enum(CONDITIONS, ITEM_ERRORS.condition.message)),
	details,
	subjects,
};
export const newItemFields = z.object({ ...itemFields, isFree });
export type ItemFields = z.output<typeof newItemFields>;
export type ItemFieldName = keyof typeof itemFields;
export const ITEM_FIELD_NAMES = Object.keys(itemFields) as ItemFieldName[];
/**
 * A request in which a free item needs no price: with `isFree`, the price is not read.
 * @param fields an object with `isFree` and `price`
 */
export function withOptionalPriceIfFree<Fields extends z.ZodMiniObject>(fields: Fields) {
	return z.pipe(z.transform(removePriceIfFree), fields);
}

function removePriceIfFree(sent: unknown): unknown {
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
	const { price = '', ...others } = sent as Record<string, unknown>;
	return z.safeParse(isFree, others.isFree).data === true ? others : { ...others, price };
}

/** The same fields, with the edit form's message for an invalid price (spec 1 §5). */
export const editedItemFields = z.object({
	...newItemFields.shape,
	price: z.optional(priceRupees(ITEM_ERRORS.editPrice.message)),
});

/**
 * The price of an edit as the server accepts it: also 0, which an older client sends for an item that is free already
 * (server/features/items/fields.ts).
 */
export const editedPrice = z.optional(priceRupees(ITEM_ERRORS.editPrice.message, 0));

/** The same fields as answers show them. */
export const shownItemFields = {
	title: z.string(),
	description: z.string(),
	/** Rupees; 0 if it is free. */
	price: z.number(),
	category: z.string(),
	/** Null where the seller did not say. */
	condition: z.nullable(z.enum(CONDITIONS)),
	details: z.record(z.string(), z.string()),
	/** Codes of subjects. */
	subjects: z.array(z.string()),
};

/** A list of photo URLs as JSON text, or already parsed. */
function photoUrlList(message: string) {
	return z.pipe(
		z.optional(z.union([z.string(), z.array(z.string())], message)),
		z.pipe(
			z.transform((value: string | string[] | undefined) => parseIfText(value ?? [])),
			z.array(z.string(message), message),
		),
	);
}

export const keepExistingImages = photoUrlList(PHOTO_ERRORS.badKeepList.message);
/** Photos that the caller uploaded before sending this form (contract/photos/uploads.ts). */
export const uploaded = photoUrlList(PHOTO_ERRORS.badUploadedList.message);

/**
 * Order of the photos: `keep:0` is the first kept URL, `up:0` the first photo uploaded before, `new:0` the first file
 * in this request. By default kept photos come first, then those uploaded before, then new files (wire contract).
 */
export const photoOrder = z.pipe(
	z.optional(z.string(PHOTO_ERRORS.badKeepList.message)),
	z.pipe(
		z.transform((value: string | undefined) => parseIfText(value)),
		z.optional(
			z.array(
				z
					.string(PHOTO_ERRORS.badKeepList.message)
					.check(z.regex(/^(keep|up|new):\d{1,2}$/, PHOTO_ERRORS.badKeepList.message)),
				PHOTO_ERRORS.badKeepList.message,
			),
		),
	),
);

export const item = z.object({
	id: z.int(),
	...shownItemFields,
	isFree: z.boolean(),
	/** URLs of the largest size, cover first. */
	imageUrl: z.array(z.string()),
	photos: z.array(photo),
	/** False means sold, for the public (decisions, "Items"). */
	isAvailable: z.boolean(),
	status: z.enum(ITEM_STATUSES),
	userId: z.int(),
	sellerId: z.int(),
	createdAt: z.iso.datetime(),
	User: z.object({ userName: z.string() }),
});
export type Item = z.infer<typeof item>;

/** Item for its own page. */
export const itemDetails = z.extend(item, {
	/** The names of its subjects by their codes; those that the catalogue has. */
	subjectNames: z.optional(z.record(z.string(), z.string())),
	/** The reason that an administrator gave for the ban; sent to its owner only. */
	banReason: z.optional(z.nullable(z.string())),
	/** How many people have saved it; sent to its owner only. */
	savedCount: z.optional(z.int()),
});
export type ItemDetails = z.infer<typeof itemDetails>;

/** Too large a value is clamped, never refused (wire contract, "`limit` everywhere"). */
export const listLimit = z.pipe(
	z.optional(z.string(ITEM_ERRORS.badLimit.message)),
	z.pipe(
		z.transform((value: string | undefined) => {
			if (value === undefined) return undefined;
			if (!/^[1-9]\d*$/.test(value)) return Number.NaN;
			return Math.min(Number(value), ITEM_LIMITS.pageMax);
		}),
		z.optional(z.int(ITEM_ERRORS.badLimit.message)),
	),
);
/** Search text in Hindi or English; the last word may be unfinished. */
export const searchText = z.optional(
	text(0, LISTING_LIMITS.queryMax, ITEM_ERRORS.searchTooLong.message),
);
const sort = z._default(z.enum(SORTS, ITEM_ERRORS.badSort.message), 'newest');
const priceBound = z.optional(
	z.pipe(
		z.string(ITEM_ERRORS.badPriceRange.message),
		z.pipe(
			z.transform((value: string) =>
				PRICE_INPUT_PATTERN.test(value) ? Number(value) : Number.NaN,
			),
			z.number(ITEM_ERRORS.badPriceRange.message),
		),
	),
);

/** An unknown category of any length matches nothing (wire contract). */
export const looseCategory = looseWord(50, ITEM_ERRORS.category.message);

export const listAllQuery = z.object({ q: searchText, sort, limit: listLimit });

/** Comma between; in the order of the list, each once. */
const conditionList = z.pipe(
	z.string(ITEM_ERRORS.condition.message),
	z.pipe(
		z.transform((value: string) => value.split(',').map((one) => one.trim())),
		z.pipe(
			z.array(z.enum(CONDITIONS, ITEM_ERRORS.condition.message)),
			z.transform((chosen: Condition[]) =>
				CONDITIONS.filter((condition) => chosen.includes(condition)),
			),
		),
	),
);

/** A filter that is on, or not in the query. */
const trueFlag = z.pipe(
	z.literal('true', REQUEST_ERRORS.badFlag.message),
	z.transform(() => true as const),
);

/** The filters of the listing (contract/items/listing.ts) in a query. */
const listingFilterFields = {
	minPrice: priceBound,
	maxPrice: priceBound,
	condition: z.optional(conditionList),
	free: z.optional(trueFlag),
	// Whether the catalogue has it is checked where items are found (server/features/items/search).
	subject: z.optional(looseWord(CATALOGUE_LIMITS.codeMax, ITEM_ERRORS.subjects.message)),
	branch: z.optional(looseWord(CATALOGUE_LIMITS.codeMax, ITEM_ERRORS.branch.message)),
	semester: z.optional(
		z.pipe(
			z.string(ITEM_ERRORS.badSemester.message),
			z.pipe(
				z.transform((value: string) => (/^\d{1,2}$/.test(value) ? Number(value) : Number.NaN)),
				z
					.int(ITEM_ERRORS.badSemester.message)
					.check(
						z.minimum(1, ITEM_ERRORS.badSemester.message),
						z.maximum(CATALOGUE_LIMITS.semesterMax, ITEM_ERRORS.badSemester.message),
					),
			),
		),
	),
	verified: z.optional(trueFlag),
} satisfies Record<ListingFilterName, z.core.$ZodType>;

export const itemListQuery = z.object({
	category: z.optional(looseCategory),
	q: searchText,
	/** Only items of this seller. */
	seller: z.optional(id),
	sort,
	...listingFilterFields,
	limit: listLimit,
	cursor: pageCursor,
});

/** Comma between; each once. */
const idList = z.pipe(
	z.string(ITEM_ERRORS.badIdList.message),
	z.pipe(
		z.transform((value: string): (string | number)[] => [...new Set(value.split(','))]),
		z
			.array(idWithMessage(ITEM_ERRORS.badIdList.message))
			.check(z.maxLength(ITEM_LIMITS.byIdsMax, ITEM_ERRORS.badIdList.message)),
	),
);

export const itemsByIdQuery = z.object({ ids: idList });

/** Exact up to 1,000, then "1000+". */
export const cappedCount = z.union([z.int(), z.literal('1000+')]);

export const changedItemReply = z.object({ success, message: z.string(), item: itemDetails });

export const suggestion = z.object({
	title: z.string(),
	category: z.string(),
	/** Set if exactly one item has this title: the suggestion opens it. */
	item: z.optional(z.object({ id: z.int(), price: z.number(), photo: z.optional(photo) })),
});
export type Suggestion = z.infer<typeof suggestion>;

/**
 * The `Idempotency-Key` of add-item: a UUID that the caller creates per item. A repeated request within a day returns
 * the item created first.
 */
export const idempotencyKey = z.optional(z.uuid(ITEM_ERRORS.badIdempotencyKey.message));
