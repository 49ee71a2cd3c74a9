import * as z from 'zod/mini';
import { CATALOGUE_CODE_PATTERN, CATALOGUE_LIMITS } from '#contract/catalogue/facts.ts';
import { pageCursor, pageSize } from '#contract/core/paging.ts';
import { cutText, idWithMessage, plainText, shownVersion, text } from '#contract/core/schemas.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { anyCategory, searchText } from '#contract/items/list-query.ts';
import { priceRupees } from '#contract/items/price.ts';
import { categoryName, clearable } from '#contract/items/schemas.ts';
import { WANTED_ERRORS } from './errors.ts';
import { WANTED_LIMITS, WANTED_STATUSES } from './facts.ts';

/** What somebody looks for; the order of the keys is the order in which the form reports errors. */
export const wantedFields = z.object({
	title: plainText(WANTED_LIMITS.titleMin, WANTED_LIMITS.titleMax, WANTED_ERRORS.title.message),
	note: clearable(text(0, WANTED_LIMITS.noteMax, WANTED_ERRORS.note.message)),
	category: clearable(categoryName),
	/** Rupees. */
	maxPrice: clearable(priceRupees(ITEM_ERRORS.price.message)),
	subject: clearable(
		z
			.string(WANTED_ERRORS.subject.message)
			.check(z.regex(CATALOGUE_CODE_PATTERN, WANTED_ERRORS.subject.message)),
	),
});
export type WantedFields = z.output<typeof wantedFields>;

/** The fields of a wanted post in replies; null if the asker gave no value. */
export const shownWantedFields = {
	title: z.string(),
	note: z.nullable(z.string()),
	category: z.nullable(z.string()),
	maxPrice: z.nullable(z.number()),
	subject: z.nullable(z.string()),
};
export type WantedFieldName = keyof typeof shownWantedFields;
export const WANTED_FIELD_NAMES = Object.keys(shownWantedFields) as WantedFieldName[];

/** A wanted post in a list. */
export const wantedPost = z.object({
	id: z.int(),
	...shownWantedFields,
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	User: z.object({
		id: z.int(),
		userName: z.string(),
		profilePicUrl: z.nullable(z.string()),
		isVerified: z.boolean(),
	}),
	/** How many items were offered. */
	answers: z.int(),
});
export type WantedPost = z.infer<typeof wantedPost>;

/** A single post. Its asker also sees its status and version, and why it was removed. */
export const wantedDetails = z.extend(wantedPost, {
	status: z.optional(z.enum(WANTED_STATUSES)),
	/** The reason that an administrator gave for the removal. */
	removalReason: z.optional(z.nullable(z.string())),
	/** Of the fields that the asker fills in. */
	version: shownVersion,
});
export type WantedDetails = z.infer<typeof wantedDetails>;

export const wantedListQuery = z.object({
	q: searchText,
	/** An unknown category finds nothing. */
	category: z.optional(anyCategory),
	subject: z.optional(cutText(CATALOGUE_LIMITS.codeMax, WANTED_ERRORS.subject.message)),
	cursor: pageCursor,
	limit: pageSize(WANTED_LIMITS.pageDefault),
});

export const ownWantedQuery = z.object({
	cursor: pageCursor,
	limit: pageSize(WANTED_LIMITS.pageDefault),
});

export const wantedAnswer = z.object({ itemId: idWithMessage(WANTED_ERRORS.badItem.message) });

/** A subject or a category that several people look for now. */
export const mostWanted = z.object({
	subject: z.optional(z.string()),
	category: z.optional(z.string()),
	/** People who look for it. */
	wanted: z.int(),
	/** Items on sale. */
	onSale: z.int(),
});
export type MostWanted = z.infer<typeof mostWanted>;
