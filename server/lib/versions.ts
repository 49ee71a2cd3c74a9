import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { AppError } from './app-error.ts';

/** The version of the fields that a form edits. A hash of them: what the form does not show changes no version. */
export function versionOf(fields: object): string {
	return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}

interface Edit<Fields extends object> {
	/** The version from which the form was filled; undefined for a client that sends none. */
	version: string | undefined;
	/** The fields as they are stored. Call it with their row locked. */
	stored: Fields;
	/** The fields as they are to be stored; an undefined field stays as it is. */
	sent: Partial<Fields>;
	/** The stored fields as the form gets them, if they are not as stored. */
	present?: () => object;
}

/**
 * Refuses an edit that would replace what was changed elsewhere since its form was filled. A repeated edit, whose first
 * answer was lost, changes nothing and is accepted.
 * @throws AppError conflict, with the stored fields as `current`
 */
export function requireFilledFrom<Fields extends object>(edit: Edit<Fields>): void {
	const { version, stored, sent } = edit;
	if (version === undefined || version === versionOf(stored)) return;
	const isRepeated = Object.entries(sent).every(
		([name, value]) =>
			value === undefined || isDeepStrictEqual(value, stored[name as keyof Fields]),
	);
	if (isRepeated) return;
	const { present = () => stored } = edit;
	const current = { ...present(), version: versionOf(stored) };
	throw new AppError('conflict', REQUEST_ERRORS.changedMeanwhile, undefined, { current });
}
