import * as z from 'zod/mini';
import { phoneNumber } from '#contract/auth/person-fields.ts';
import { id } from '#contract/core/schemas.ts';
import { normalizePhone } from '#server/lib/phones.ts';

/** The id of a user or an item, when the search text is only a number. */
export function parseIdInput(input: string): number | undefined {
	return z.safeParse(id, input).data;
}

/** A phone number in E.164, when the search text is only a phone number. */
export function parsePhoneInput(input: string): string | undefined {
	const typed = z.safeParse(phoneNumber, input).data;
	return typed === undefined ? undefined : normalizePhone(typed);
}
