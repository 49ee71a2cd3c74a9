import { addressToConfirm } from '#contract/accounts/address.ts';
import { isCollegeEmail } from '#contract/auth/college-email.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { PEOPLE_LIMITS } from '#contract/auth/person-fields.ts';
import { isBlank, toPlainText } from '#contract/core/schemas.ts';
import { AppError, SuspendedError } from '#server/lib/app-error.ts';
import { isReservedName } from '#server/lib/person-fields.ts';
import type { UserRow } from './queries.ts';

/** Banned users may not sign in, demo users only on this computer. */
export function maySignIn({ bannedAt, demoAt }: UserRow, isFromLoopback: boolean): boolean {
	return !bannedAt && (!demoAt || isFromLoopback);
}

/**
 * Checks that apply even after the correct password.
 * @throws AppError forbidden for a banned user, or for a demo user from another computer
 */
export function requireMaySignIn(user: UserRow, isFromLoopback: boolean): void {
	if (maySignIn(user, isFromLoopback)) return;
	if (user.bannedAt) {
		const reason = user.isBanReasonTold ? user.banReason : null;
		const suspension = { since: user.bannedAt.toISOString(), reason };
		throw new SuspendedError('forbidden', AUTH_ERRORS.suspended, undefined, { suspension });
	}
	throw new AppError('forbidden', AUTH_ERRORS.demoOnLoopbackOnly);
}

/**
 * A user name from the name at the provider; from the address if that name is blank or nobody may have it. Fits the
 * limits of user names.
 */
export function sanitizeName(name: string | undefined, email: string, siteName: string): string {
	const isAllowed = (cleaned: string) => !isBlank(cleaned) && !isReservedName(cleaned, siteName);
	return [name ?? '', email.split('@', 1)[0] ?? ''].map(truncateName).find(isAllowed) ?? 'Student';
}

function truncateName(name: string): string {
	const letters = [...toPlainText(name.replaceAll('\0', '').toWellFormed())];
	return letters.slice(0, PEOPLE_LIMITS.nameMax).join('').trim();
}

const USER_AGENT_MAX = 300;

/** Shortens a user agent for storage with a session. */
export function truncateUserAgent(userAgent: string | undefined): string | undefined {
	return userAgent?.replaceAll('\0', '').toWellFormed().slice(0, USER_AGENT_MAX).toWellFormed();
}

/** `addressToConfirm` of a stored user. */
export function addressToConfirmOf({
	email,
	pendingEmail,
	emailConfirmedAt,
}: UserRow): string | null {
	return addressToConfirm({ email, pendingEmail, emailConfirmed: emailConfirmedAt !== null });
}

/**
 * What confirming an address changes about verification. A college address verifies the user. A user verified by
 * address stays verified only while the address is the college's. A decision of an administrator stays either way.
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
