import { ApiError } from '#web/lib/api/api-error.ts';

/** The field's name in the server's refusal of an upload (contract/photos/uploads.ts). */
const FIELD = 'photo';

/** Whether the server refuses the photo itself, so that sending it again cannot help. */
export function isPhotoError(error: Error | null | undefined): error is ApiError {
	return error instanceof ApiError && error.issues.some(({ path }) => path === FIELD);
}
