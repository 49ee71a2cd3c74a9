import type { Account } from '#contract/accounts/schemas.ts';
import { presentOwnAccount } from '#server/features/auth/present.ts';
import type { IdentityRow, UserRow } from '#server/features/auth/queries.ts';
import type { SessionRow } from '#server/features/auth/sessions/queries.ts';
import { deviceNameOf } from '#server/lib/device-name.ts';
import { versionOf } from '#server/lib/versions.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
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

/** What the forms of the account page show: of the email addresses, the one that waits for its confirmation. */
export function ownDetails({ userName, email, pendingEmail, phone }: UserRow) {
	return { userName, email: pendingEmail ?? email, phoneNumber: phone };
}

/** One entry per identity, not per provider: the user must see a second identity, as a thief may have linked it. */
function presentProviders(identities: readonly IdentityRow[]): Account['providers'] {
	return identities.map(({ issuer, createdAt }) => {
		const provider = providerHostOf(issuer);
		const name = PROVIDER_NAMES[provider] ?? provider;
		return { provider, name, linkedAt: createdAt.toISOString() };
	});
}

/** A session in the user's list of own sessions. */
export function presentSession(session: SessionRow, currentId: string) {
	return {
		id: session.id,
		device: deviceNameOf(session.userAgent),
		createdAt: session.createdAt.toISOString(),
		lastSeenAt: session.lastSeenAt.toISOString(),
		isCurrent: session.id === currentId,
	};
}
