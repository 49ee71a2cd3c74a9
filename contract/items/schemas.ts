import * as z from 'zod/mini';
import {
	CATALOGUE_CODE_PATTERN,
	CATALOGUE_LIMITS,
	DETAIL_KEY_PATTERN,
} from '#contract/catalogue/facts.ts';
import {
	limitEntries,
	list,
	plainText,
	shownVersion,
	success,
	text,
	withoutNul,
} from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { photo } from '#contract/photos/schemas.ts';
import { CONDITIONS, ITEM_LIMITS, ITEM_STATUSES } from './facts.ts';
import { jsonText, parseIfText } from './json-text.ts';
import { priceRupees } from './price.ts';

/** The name of a category. Whether there is one of this name is checked where the item is written. */
export const categoryName = z
	.string(ITEM_ERRORS.category.message)
	.check(withoutNul, z.minLength(1, ITEM_ERRORS.category.message));

/** An optional field; an empty text clears it, and so does null. */
export function clearable<Schema extends z.ZodMiniType>(schema: Schema) {
	return z.pipe(
		z.transform((value: unknown) => (value === '' ? null : value)),
		z.optional(z.nullable(schema)),
	);
}

/** Characters of a detail as typed; an ISBN may have spaces. The field's kind decides how many are accepted. */
const TYPED_DETAIL_MAX = 200;
/** More than a category has fields, because a form may send empty texts for those of another category. */
const SENT_DETAILS_MAX = 5 * CATALOGUE_LIMITS.fieldsMax;
const detailValue = plainText(0, TYPED_DETAIL_MAX, ITEM_ERRORS.details.message);

/**
 * Details by the key of the category's field; an empty text or null leaves a detail out
 * (contract/catalogue/details.ts).
 */
const details = clearable(
	jsonText(
		z.pipe(
			z.pipe(
				limitEntries(SENT_DETAILS_MAX, ITEM_ERRORS.details.message),
				z.record(
					z.string().check(z.regex(DETAIL_KEY_PATTERN, ITEM_ERRORS.details.message)),
					z.nullable(detailValue),
					ITEM_ERRORS.details.message,
				),
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
	jsonText(list(subjectCode, ITEM_LIMITS.subjectsMax, ITEM_ERRORS.subjects.message)),
);

/** A boolean, or its text from a form. An empty text means the same as an absent field. */
function flag(message: string) {
	return z.pipe(
		z.transform((value: unknown) => (value === '' ? undefined : parseIfText(value))),
		z.optional(z.boolean(message)),
	);
}
const isFree = flag(ITEM_ERRORS.isFree.message);

/**
 * The fields of an item that a seller fills in. Columns, forms, exports and CSV files follow this list; the order of
 * the keys is the order in which the form reports errors. Older clients do not send the fields that a later
 * version added: a new item is then stored without a value, and an edited item keeps its value.
 */
const itemFields = {
	title: plainText(1, ITEM_LIMITS.titleMax, ITEM_ERRORS.title.message),
	description: text(1, ITEM_LIMITS.descriptionMax, ITEM_ERRORS.description.message),
	price: z.optional(priceRupees(ITEM_ERRORS.price.message)),
	category: categoryName,
	condition: clearable(z.enum(CONDITIONS, ITEM_ERRORS.condition.message)),
	details,
	subjects,
	/** The seller takes no offers. Not read for a free item. */
	isPriceFixed: flag(ITEM_ERRORS.isPriceFixed.message),
};
export const newItemFields = z.object({ ...itemFields, isFree });
export type ItemFields = z.output<typeof newItemFields>;
export type ItemFieldName = keyof typeof itemFields;
export const ITEM_FIELD_NAMES = Object.keys(itemFields) as ItemFieldName[];

/**
 * The schema of a request in which an item needs a price unless it is free: with `isFree`, the price is not read.
 * @param fields an object with `isFree` and `price`
 */
export function requiringPriceUnlessFree<Fields extends z.ZodMiniObject>(fields: Fields) {
	return z.pipe(z.transform(withPriceUnlessFree), fields);
}

function withPriceUnlessFree(sent: unknown): unknown {
	if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
	// A missing price becomes an empty text, which the schema refuses; undefined would pass as optional.
	const { price = '', ...others } = sent as Record<string, unknown>;
	return z.safeParse(isFree, others.isFree).data === true ? others : { ...others, price };
}

/** The fields of an edited item: those of a new item, but an invalid price has a message of its own. */
export const editedItemFields = z.object({
	...newItemFields.shape,
	price: z.optional(priceRupees(ITEM_ERRORS.editPrice.message)),
});

/**
 * The price of an edit as the server accepts it: also 0, which an older client sends for an item that is free already
 * (server/features/items/rules.ts).
 */
export const editedPrice = z.optional(priceRupees(ITEM_ERRORS.editPrice.message, 0));

/** The fields of an item in replies. */
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
	/** The seller takes no offers; false for a free item. */
	isPriceFixed: z.boolean(),
};

/** Until when the item is reserved for somebody; null if it is not. */
export const reservedUntil = z.nullable(z.iso.datetime());

/** An item in a list. */
export const item = z.object({
	id: z.int(),
	...shownItemFields,
	isFree: z.boolean(),
	/** URLs of the largest size, cover first. */
	imageUrl: z.array(z.string()),
	photos: z.array(photo),
	/** False means sold, for the public. */
	isAvailable: z.boolean(),
	status: z.enum(ITEM_STATUSES),
	reservedUntil,
	/** The seller; `userId` and `sellerId` are the same. */
	userId: z.int(),
	sellerId: z.int(),
	createdAt: z.iso.datetime(),
	User: z.object({ userName: z.string() }),
});
export type Item = z.infer<typeof item>;

/** An item with everything that its page shows. */
export const itemDetails = z.extend(item, {
	/** The names of the item's subjects, by code; without subjects that the catalogue no longer has. */
	subjectNames: z.optional(z.record(z.string(), z.string())),
	/** The reason that an administrator gave for the ban; sent to its owner only. */
	banReason: z.optional(z.nullable(z.string())),
	/** Until when its owner can put back a removed item; sent to its owner only. */
	keptUntil: z.optional(z.iso.datetime()),
	/** How many people have saved the item; sent to its owner only. */
	savedCount: z.optional(z.int()),
	/** For how much a sold item was sold, if that is known; sent to its owner only. */
	soldPrice: z.optional(z.number()),
	/** Of what the edit form shows, the photos too; sent to its owner only. */
	version: shownVersion,
});
export type ItemDetails = z.infer<typeof itemDetails>;

/** Exact up to 1,000, then "1000+". */
export const cappedCount = z.union([z.int(), z.literal('1000+')]);

export const changedItemReply = z.object({ success, message: z.string(), item: itemDetails });

/** A title that the search box suggests. */
export const suggestion = z.object({
	title: z.string(),
	category: z.string(),
	/** Set if exactly one item has this title: the suggestion opens it. */
	item: z.optional(z.object({ id: z.int(), price: z.number(), photo: z.optional(photo) })),
});
export type Suggestion = z.infer<typeof suggestion>;

/**
 * The `Idempotency-Key` of a request that creates an item or a wanted post, or sends a warning or an announcement: a
 * UUID that the caller makes. A repeated request creates and sends nothing more.
 */
export const idempotencyKey = z.optional(z.uuid(ITEM_ERRORS.badIdempotencyKey.message));
