import type { Account } from '#contract/accounts/schemas.ts';
import { ownDetails, presentOwnAccount } from '#server/features/auth/present.ts';
import type { IdentityRow, UserRow } from '#server/features/auth/queries.ts';
import { versionOf } from '#server/lib/versions.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import { providerHostOf } from './rules.ts';

/** Display names by host. Other providers are shown by their host. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { 'accounts.google.com': 'Google' };

interface PresentOptions {
	photoUrls: PhotoUrls;
	canLink: boolean;
	collegeDomains: readonly string[];
}

/** The user's own account, with contact details and sign-in methods. */
export function presentAccount(
	user: UserRow,
	identities: readonly IdentityRow[],
	{ photoUrls, canLink, collegeDomains }: PresentOptions,
): Account {
	return {
		...presentOwnAccount(user, photoUrls),
		emailConfirmed: user.email !== null && user.emailConfirmedAt !== null,
		pendingEmail: user.pendingEmail,
		hasPassword: user.passwordHash !== null,
		providers: presentProviders(identities),
		canLink,
		// No address changes an administrator's decision (see `verificationChange`).
		collegeDomains: user.verifiedBy === 'admin' ? [] : [...collegeDomains],
		version: versionOf(ownDetails(user)),
	};
}

/** One entry per identity, not per provider: the user must see a second identity, as a thief may have linked it. */
function presentProviders(identities: readonly IdentityRow[]): Account['providers'] {
	return identities.map(({ issuer, createdAt }) => {
		const provider = providerHostOf(issuer);
		const name = PROVIDER_NAMES[provider] ?? provider;
		return { provider, name, linkedAt: createdAt.toISOString() };
	});
}

/**
 * Formats the month of a date in the college's time zone. The result is noon UTC of the month's first day, which is in
 * that month in every time zone. The exact time of a sign-up stays private: it would show which accounts were created
 * together.
 */
export function createMonthFormatter(timeZone: string): (moment: Date) => string {
	// The Swedish locale writes dates as in ISO 8601.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
	return (moment) => new Date(`${format.format(moment)}-01T12:00:00Z`).toISOString();
}
