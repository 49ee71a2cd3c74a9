import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { invalidField } from './app-error.ts';

/**
 * Converts to E.164; a 10-digit number without country code is Indian (decisions, "People and sessions"). Undefined for
 * an invalid number.
 */
export function normalizePhone(input: string): string | undefined {
	const parsed = parsePhoneNumberFromString(input, 'IN');
	return parsed?.isValid() ? parsed.number : undefined;
}

/** @throws AppError invalid, naming the field */
export function requirePhone(input: string): string {
	const phone = normalizePhone(input);
	if (phone) return phone;
	throw invalidField('phoneNumber', PERSON_ERRORS.phone);
}
