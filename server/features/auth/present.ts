import type { OwnAccount } from '#contract/auth/person-fields.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import type { UserRow } from './queries.ts';

/** A person as they see themselves; contact details go to nobody else. */
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

/** The side of a person that other people see. */
export function presentPerson(user: UserRow, photoUrls: PhotoUrls) {
	return {
		id: user.id,
		userName: user.userName,
		name: user.userName,
		profilePicUrl: presentPicture(user, photoUrls),
		isVerified: user.verifiedAt !== null,
	};
}

/** The picture of somebody who is banned is not there for anyone. */
function presentPicture({ pictureHash, bannedAt }: UserRow, photoUrls: PhotoUrls): string | null {
	return pictureHash === null || bannedAt ? null : photoUrls.of(pictureHash);
}
