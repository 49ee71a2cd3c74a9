import { ApiError } from '#web/lib/api/api-error.ts';

/** The field named in the server's error for an upload (contract/photos/uploads.ts). */
const FIELD = 'photo';

/** Whether the server rejects the photo itself, so that sending it again cannot succeed. */
export function isPhotoError(error: Error | null | undefined): error is ApiError {
	return error instanceof ApiError && error.issues.some(({ path }) => path === FIELD);
}
