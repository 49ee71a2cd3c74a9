import { AUTH_MESSAGES } from '#contract/auth.ts';
import { BLOCK_MESSAGES } from '#contract/blocks.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { Refusal } from '#server/lib/refusal.ts';

/**
 * Somebody else: who is banned, too.
 * @throws Refusal not_found when there is nobody; invalid for oneself
 */
export function requireOther(person: UserRow | undefined, callerId: number): UserRow {
	if (!person) throw new Refusal('not_found', AUTH_MESSAGES.userNotFound);
	if (person.id === callerId) throw new Refusal('invalid', BLOCK_MESSAGES.yourself);
	return person;
}
