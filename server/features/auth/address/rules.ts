import { addressToConfirm } from '#contract/accounts/address.ts';
import { isCollegeEmail } from '#contract/auth/college-email.ts';
import type { UserRow } from '#server/features/auth/queries.ts';

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
