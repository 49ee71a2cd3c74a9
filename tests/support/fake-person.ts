import { getPerson } from '#contract/accounts/endpoints.ts';
import { type ShownPerson, shownPerson } from '#contract/accounts/schemas.ts';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { blockPerson, listBlocked, unblockPerson } from '#contract/chat/endpoints.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { fakeApi } from './fake-api.ts';
import { SAMPLE_TIME, sample } from './sample.ts';

/** Answers the calls about another student: their public page, by default without items, and blocking and unblocking them. */
export function fakePerson(changes: Partial<ShownPerson> = {}): ShownPerson {
	const joined = '2026-01-01T12:00:00.000Z';
	const person = sample(shownPerson, { id: 99, userName: 'Vikram', joined, ...changes });
	fakeApi.answer(getPerson, { person });
	fakeApi.answerByDefault(listItems);
	fakeBlocks(person);
	return person;
}

/** Answers the calls to list, block and unblock, and remembers whether the signed-in student has blocked this person. */
export function fakeBlocks(
	{ id, userName }: Pick<ShownPerson, 'id' | 'userName'>,
	{ isBlocked: isBlockedAtFirst = false } = {},
): void {
	let isBlocked = isBlockedAtFirst;
	const blocked = { id, userName, blockedAt: SAMPLE_TIME };
	fakeApi.answer(listBlocked, () => ({ people: isBlocked ? [blocked] : [] }));
	fakeApi.answer(blockPerson, () => {
		isBlocked = true;
		return { message: BLOCK_MESSAGES.blocked(userName) };
	});
	fakeApi.answer(unblockPerson, () => {
		isBlocked = false;
		return { message: BLOCK_MESSAGES.unblocked(userName) };
	});
}
