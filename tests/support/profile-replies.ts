import { getProfile } from '#contract/accounts/endpoints.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { STUDENT } from './account-replies.ts';
import { sample } from './sample.ts';

/** The profile of `STUDENT` with these items. */
export function profileReply(items: ItemDetails[] = [], changes: Partial<typeof STUDENT> = {}) {
	const account = { ...STUDENT, ...changes };
	const { id, userName, email, profilePicUrl: profilePicture } = account;
	const profile = { ...account, profilePicture };
	const data = { profile, items, id, userId: id, userName, email };
	return sample(getProfile.reply, { data });
}
