import type { OwnAccount } from '#contract/auth/person-fields.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { UserRow } from './queries.ts';

/** A user's own account, including contact details, which no other user gets. */
export function presentOwnAccount(user: UserRow, photoUrls: PhotoUrls): OwnAccount {
	return {
		id: user.id,
		userName: user.userName,
		email: user.email,
		phoneNumber: user.phone,
		profilePicUrl: presentPicture(user, photoUrls),
		isVerified: user.verifiedAt !== null,
		createdAt: user.createdAt.toISOString(),
	};
}

/** The public part of a user. */
export function presentPerson(user: UserRow, photoUrls: PhotoUrls) {
	return {
		id: user.id,
		userName: user.userName,
		// Clients read either of the two.
		name: user.userName,
		profilePicUrl: presentPicture(user, photoUrls),
		isVerified: user.verifiedAt !== null,
	};
}

/** The picture of a banned user is hidden from everyone. */
function presentPicture({ pictureHash, bannedAt }: UserRow, photoUrls: PhotoUrls): string | null {
	return pictureHash === null || bannedAt ? null : photoUrls.of(pictureHash);
}
