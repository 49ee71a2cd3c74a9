import * as z from 'zod/mini';
import { CATEGORY_ICONS, DETAIL_KINDS } from './facts.ts';

/** A detail field of a category; only the kind 'choice' has `choices`. */
export const detailField = z.object({
	/** The key in an item's `details`. */
	key: z.string(),
	label: z.string(),
	kind: z.enum(DETAIL_KINDS),
	choices: z.optional(z.array(z.string())),
});
export type DetailField = z.infer<typeof detailField>;

/** A category as everybody sees it; hidden ones keep their items, and take no new ones. */
export const category = z.object({
	name: z.string(),
	icon: z.enum(CATEGORY_ICONS),
	isVisible: z.boolean(),
	/** Whether the item form asks for the condition. False where the condition does not matter, as for question papers. */
	asksCondition: z.boolean(),
	fields: z.array(detailField),
	/** Former names of the category, which URLs and clients may still use; absent if there are none. */
	formerNames: z.optional(z.array(z.string())),
});
export type Category = z.infer<typeof category>;

/** A course of study. */
export const branch = z.object({ code: z.string(), name: z.string() });
export type Branch = z.infer<typeof branch>;

export const subject = z.object({
	code: z.string(),
	name: z.string(),
	/** The code of its branch. */
	branch: z.string(),
	semester: z.int(),
});
export type Subject = z.infer<typeof subject>;

/** A place where students meet to hand over an item. */
export const spot = z.object({
	id: z.int(),
	name: z.string(),
	/** How to find the spot; may be empty. */
	hint: z.string(),
	/** `HH:MM` by the college's clock. */
	opens: z.string(),
	/** In the same format. A time before `opens` is on the next day. */
	closes: z.string(),
});
export type Spot = z.infer<typeof spot>;
