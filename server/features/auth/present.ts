import type { OwnAccount } from '#contract/auth/person-fields.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import type { UserRow } from './queries.ts';

/** A person as they see themselves; contact details go to nobody else. */
export function presentOwnAccount(user: UserRow, addresses: PhotoAddresses): OwnAccount {
	return {
		id: user.id,
		userName: user.userName,
		email: user.email,
		phoneNumber: user.phone,
		profilePicUrl: presentPicture(user, addresses),
		isVerified: user.verifiedAt !== null,
		createdAt: user.createdAt.toISOString(),
	};
}

/** The side of a person that other people see. */
export function presentPerson(user: UserRow, addresses: PhotoAddresses) {
	return {
		id: user.id,
		userName: user.userName,
		name: user.userName,
		profilePicUrl: presentPicture(user, addresses),
		isVerified: user.verifiedAt !== null,
	};
}

/** The picture of somebody who is banned is not there for anyone. */
function presentPicture(
	{ pictureHash, bannedAt }: UserRow,
	addresses: PhotoAddresses,
): string | null {
	return pictureHash === null || bannedAt ? null : addresses.of(pictureHash);
}
