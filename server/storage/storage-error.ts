/** What people send could not be kept, or what is kept not be fetched; asked again, it may well be. */
export class StorageError extends Error {
	constructor(reason: string, options?: ErrorOptions) {
		super(reason, options);
		this.name = 'StorageFault';
	}
}

/** What a system says of a disk that is full, broken or locked, and where too many files are open. */
const TRANSIENT_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** Why nothing could be kept, in a few words without a path; undefined for every other error. */
export function storageReason(error: unknown): string | undefined {
	if (error instanceof StorageError) return error.message;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return TRANSIENT_CODES.includes(code) ? code : undefined;
}

/** A failure of the photo store in a few words, without the path, address or key that others' own words may name. */
export function toStorageError(error: unknown): StorageError {
	if (error instanceof StorageError) return error;
	const code = errorCodeOf(error);
	return new StorageError(`the photo store failed${code && ` (${code})`}`, { cause: error });
}

/** What a system or an S3 store calls what went wrong; empty where it has no name for it. */
export function errorCodeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error) return String(error.code);
	return '$metadata' in error ? error.name : '';
}
