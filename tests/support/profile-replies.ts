import type { getProfile } from '#contract/accounts/endpoints.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { STUDENT } from './account-replies.ts';

type ProfileReply = SchemaInput<typeof getProfile.reply>;

/** The profile of `STUDENT` with these items. */
export function profileReply(
	items: ItemDetails[] = [],
	changes: Partial<typeof STUDENT> = {},
): ProfileReply {
	const account = { ...STUDENT, ...changes };
	const { id, userName, email, profilePicUrl: profilePicture } = account;
	const profile = { ...account, profilePicture };
	return { success: true, data: { profile, items, id, userId: id, userName, email } };
}
