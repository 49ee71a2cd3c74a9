import { getPerson } from '#contract/accounts/endpoints.ts';
import type { ShownPerson } from '#contract/accounts/schemas.ts';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { blockPerson, listBlocked, unblockPerson } from '#contract/chat/endpoints.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { fakeApi } from './fake-api.ts';

/** Answers the calls about another student: their public page, by default without items, and blocking and unblocking them. */
export function fakePerson(changes: Partial<ShownPerson> = {}): ShownPerson {
	const person = {
		id: 99,
		userName: 'Vikram',
		profilePicUrl: null,
		isVerified: false,
		joined: '2026-01-01T12:00:00.000Z',
		onSale: 0,
		sold: 0,
		replyMinutes: null,
		deals: 0,
		rating: null,
		reviewCount: 0,
		isReliable: false,
		...changes,
	};
	fakeApi.answer(getPerson, { success: true, person });
	fakeApi.answerByDefault(listItems, { items: [], nextCursor: null, total: 0 });
	fakeBlocks(person);
	return person;
}

/** Answers the calls to list, block and unblock, and remembers whether the signed-in student has blocked this person. */
export function fakeBlocks(
	{ id, userName }: Pick<ShownPerson, 'id' | 'userName'>,
	{ isBlocked: isBlockedAtFirst = false } = {},
): void {
	let isBlocked = isBlockedAtFirst;
	const blockedAt = '2026-02-03T04:05:06.000Z';
	fakeApi.answer(listBlocked, () => ({
		success: true,
		people: isBlocked ? [{ id, userName, blockedAt }] : [],
	}));
	fakeApi.answer(blockPerson, () => {
		isBlocked = true;
		return { success: true, message: BLOCK_MESSAGES.blocked(userName) };
	});
	fakeApi.answer(unblockPerson, () => {
		isBlocked = false;
		return { success: true, message: BLOCK_MESSAGES.unblocked(userName) };
	});
}
