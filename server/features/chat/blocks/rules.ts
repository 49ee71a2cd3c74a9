import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * Somebody else: who is banned, too.
 * @throws Refusal not_found when there is nobody; invalid for oneself
 */
export function requireOther(found: UserRow | undefined, callerId: number): UserRow {
	const person = requirePerson(found);
	if (person.id === callerId) throw new AppError('invalid', BLOCK_MESSAGES.yourself);
	return person;
}
