import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { invalidField } from './app-error.ts';

/**
 * Converts a phone number to E.164; a 10-digit number without country code is Indian.
 * @returns undefined for an invalid number
 */
export function normalizePhone(input: string): string | undefined {
	const parsed = parsePhoneNumberFromString(input, 'IN');
	return parsed?.isValid() ? parsed.number : undefined;
}

/**
 * Converts a phone number to E.164.
 * @throws AppError invalid, with the field `phoneNumber`, for an invalid number
 */
export function requirePhone(input: string): string {
	const phone = normalizePhone(input);
	if (phone) return phone;
	throw invalidField('phoneNumber', PERSON_ERRORS.phone);
}
