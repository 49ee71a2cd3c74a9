import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { UserRow } from './queries.ts';

/** E.164; a bare 10-digit number is Indian (decisions, "People and sessions"). Undefined when no such number can exist. */
export function normalizedPhone(typed: string): string | undefined {
	const parsed = parsePhoneNumberFromString(typed, 'IN');
	return parsed?.isValid() ? parsed.number : undefined;
}

/** @throws Refusal invalid, naming the field */
export function requirePhone(typed: string): string {
	const phone = normalizedPhone(typed);
	if (phone) return phone;
	throw new Refusal('invalid', PEOPLE_MESSAGES.phone, [
		{ path: 'phoneNumber', message: PEOPLE_MESSAGES.phone },
	]);
}

/**
 * Who has given the right password may still not come in.
 * @throws Refusal forbidden for a suspended person, or one of the demo's from another computer
 */
export function requireAdmissible(user: UserRow, fromThisComputer: boolean): void {
	if (user.bannedAt) throw new Refusal('forbidden', AUTH_MESSAGES.suspended);
	if (user.demoAt && !fromThisComputer) {
		throw new Refusal('forbidden', AUTH_MESSAGES.demoOnLoopbackOnly);
	}
}

/** A name from a provider, made to fit ours: 1 to 50 characters. */
export function fittingName(name: string | undefined, email: string): string {
	const given = name?.replaceAll('\0', '').toWellFormed().trim();
	const chosen = given || email.split('@', 1)[0] || 'Student';
	return [...chosen].slice(0, 50).join('').trim();
}
