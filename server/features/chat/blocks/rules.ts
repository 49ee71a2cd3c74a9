import { BLOCK_ERRORS } from '#contract/chat/errors.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import type { UserRow } from '#server/features/auth/queries.ts';
import { AppError } from '#server/lib/app-error.ts';

/**
 * The user to block or unblock; may be banned.
 * @throws AppError not_found for an unknown or deleted user; invalid for the caller themselves
 */
export function requireOther(found: UserRow | undefined, callerId: number): UserRow {
	const person = requirePerson(found);
	if (person.id === callerId) throw new AppError('invalid', BLOCK_ERRORS.yourself);
	return person;
}
