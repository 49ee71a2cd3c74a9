import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { isBlank } from '#contract/core/common.ts';
import { AppError, SuspendedError } from '#server/lib/app-error.ts';
import type { UserRow } from './queries.ts';

/**
 * Who has given the right password may still not come in.
 * @throws Refusal forbidden for a suspended person, or one of the demo's from another computer
 */
export function requireMaySignIn(user: UserRow, isFromLoopback: boolean): void {
	if (user.bannedAt) throw new SuspendedError('forbidden', AUTH_MESSAGES.suspended);
	if (user.demoAt && !isFromLoopback) {
		throw new AppError('forbidden', AUTH_MESSAGES.demoOnLoopbackOnly);
	}
}

/** A name from a provider, made to fit ours. */
export function sanitizeName(name: string | undefined, email: string): string {
	const cleaned = fitting(name ?? '');
	return isBlank(cleaned) ? fitting(email.split('@', 1)[0] || 'Student') : cleaned;
}

function fitting(name: string): string {
	const letters = [...name.replaceAll('\0', '').toWellFormed().trim()];
	return letters.slice(0, PEOPLE_LIMITS.nameMax).join('').trim();
}

/** Whether an address is one of the college's own. */
function isCollegeEmail(email: string, domains: readonly string[]): boolean {
	return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/**
 * What proving an address changes about being verified: one of the college's makes a person verified, and whoever is so by
 * an address stays it only as long as they have one. What an administrator has said, either way, stays.
 */
export function verificationChange(
	user: Pick<UserRow, 'verifiedAt' | 'verifiedBy'>,
	confirmedEmail: string,
	collegeDomains: readonly string[],
): Partial<Pick<UserRow, 'verifiedAt' | 'verifiedBy'>> {
	if (user.verifiedBy === 'admin') return {};
	if (isCollegeEmail(confirmedEmail, collegeDomains)) {
		return user.verifiedAt ? {} : { verifiedAt: new Date(), verifiedBy: 'email' };
	}
	return user.verifiedBy === 'email' ? { verifiedAt: null, verifiedBy: null } : {};
}

const USER_AGENT_MAX = 300;

/** As a session keeps it. */
export function truncateUserAgent(userAgent: string | undefined): string | undefined {
	return userAgent?.replaceAll('\0', '').toWellFormed().slice(0, USER_AGENT_MAX).toWellFormed();
}
