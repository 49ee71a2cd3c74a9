import { ACCOUNT_MESSAGES } from '#contract/accounts/facts.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import type { Db } from '#server/db/client.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/users.ts';
import {
	deleteFormerAddresses,
	listFormerAddresses,
} from '#server/features/auth/address/queries.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { presentOwnAccount } from '#server/features/auth/present.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { expirePhotos } from '#server/features/photos/queries.ts';
import { withIsoDates } from '#server/lib/personal-data.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';

/**
 * The user's own account, for the export of personal data.
 * @throws AppError not_found when the account is gone
 */
export async function exportOf(
	db: Db,
	userId: number,
	photoUrls: PhotoUrls,
): Promise<Pick<PersonalData, 'account'>> {
	const user = requirePerson(await findUser(db, userId));
	const formerAddresses = await listFormerAddresses(db, userId);
	return {
		account: {
			...presentOwnAccount(user, photoUrls),
			...withIsoDates({
				emailConfirmedAt: user.emailConfirmedAt,
				verifiedAt: user.verifiedAt,
				suspendedAt: user.bannedAt,
			}),
			pendingEmail: user.pendingEmail,
			formerEmail: formerAddresses.join(' ') || null,
			verifiedBy: user.verifiedBy,
			suspendedFor: user.banReason,
			hasPassword: user.passwordHash !== null,
			isDemo: user.demoAt !== null,
		},
	};
}

/** Erases the personal data in the user's row, and the former addresses. The row itself stays, marked as deleted. */
export async function erase(tx: Db, userId: number): Promise<void> {
	const [before] = await tx
		.select({ pictureHash: users.pictureHash })
		.from(users)
		.where(eq(users.id, userId));
	await tx
		.update(users)
		.set({
			userName: ACCOUNT_MESSAGES.deletedName,
			email: null,
			pendingEmail: null,
			phone: null,
			passwordHash: null,
			pictureHash: null,
			emailConfirmedAt: null,
			verifiedAt: null,
			verifiedBy: null,
			banReason: null,
			deletedAt: sql`coalesce(${users.deletedAt}, now())`,
		})
		.where(eq(users.id, userId));
	if (before?.pictureHash) await expirePhotos(tx, [before.pictureHash]);
	// Every change of address locks the user, as the update above does. So all former addresses are visible here, and
	// none can be added later.
	await deleteFormerAddresses(tx, userId);
}
