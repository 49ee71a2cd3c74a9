import * as z from 'zod/mini';
import { phoneNumber } from '#contract/auth/person-fields.ts';
import { id } from '#contract/core/common.ts';
import { normalizePhone } from '#server/lib/phones.ts';

/** The number of a user or an item, where words are nothing else. */
export function parseIdInput(input: string): number | undefined {
	return z.safeParse(id, input).data;
}

/** The phone of a user in E.164, where words are nothing else. */
export function parsePhoneInput(input: string): string | undefined {
	const typed = z.safeParse(phoneNumber, input).data;
	return typed === undefined ? undefined : normalizePhone(typed);
}
