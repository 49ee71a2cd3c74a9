import * as z from 'zod/mini';
import { editedItemFields, newItemFields, requiringPriceUnlessFree } from './schemas.ts';

/* An example of an item, for the tests of this folder. */

/** What the form sends for a new item. */
export const FIELDS = {
	title: 'Mini drafter',
	description: 'With sheet holder, used for one semester.',
	price: '450',
	category: 'Instruments',
};

/** The messages with which a schema refuses a request, in the order of the form; none if the request is accepted. */
export function messagesOf(schema: z.core.$ZodType, sent: unknown): string[] {
	return z.safeParse(schema, sent).error?.issues.map(({ message }) => message) ?? [];
}

export const newItem = requiringPriceUnlessFree(newItemFields);
export const editedItem = requiringPriceUnlessFree(editedItemFields);
/** The messages with which a new item with these changes is refused. */
export const newItemMessages = (changes: object) => messagesOf(newItem, { ...FIELDS, ...changes });
/** The messages with which an edited item with these changes is refused. */
export const editedItemMessages = (changes: object) =>
	messagesOf(editedItem, { ...FIELDS, ...changes });
