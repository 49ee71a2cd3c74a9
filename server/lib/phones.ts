import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { invalidField } from './app-error.ts';

/** E.164; a bare 10-digit number is Indian (decisions, "People and sessions"). Undefined when no such number can exist. */
export function normalizePhone(input: string): string | undefined {
	const parsed = parsePhoneNumberFromString(input, 'IN');
	return parsed?.isValid() ? parsed.number : undefined;
}

/** @throws Refusal invalid, naming the field */
export function requirePhone(input: string): string {
	const phone = normalizePhone(input);
	if (phone) return phone;
	throw invalidField('phoneNumber', PEOPLE_MESSAGES.phone);
}
