/** A file could not be stored or read for now; a retry may succeed. */
export class StorageError extends Error {
	constructor(reason: string, options?: ErrorOptions) {
		super(reason, options);
		this.name = 'StorageError';
	}
}

/** Error codes for a full, broken or read-only disk, and for too many open files. */
const TRANSIENT_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** Short reason of a storage failure, without paths; undefined for other errors. */
export function storageReason(error: unknown): string | undefined {
	if (error instanceof StorageError) return error.message;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return TRANSIENT_CODES.includes(code) ? code : undefined;
}

/**
 * Wraps a failure of the photo store with a short message, without the path, URL or key that the original may contain.
 */
export function toStorageError(error: unknown): StorageError {
	if (error instanceof StorageError) return error;
	const code = errorCodeOf(error);
	return new StorageError(`the photo store failed${code && ` (${code})`}`, { cause: error });
}

/** Error code of the system or the S3 store; empty if there is none. */
export function errorCodeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error) return String(error.code);
	return '$metadata' in error ? error.name : '';
}
