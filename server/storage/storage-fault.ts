/** What people send could not be kept, or what is kept not be fetched; asked again, it may well be. */
export class StorageFault extends Error {
	constructor(reason: string, options?: ErrorOptions) {
		super(reason, options);
		this.name = 'StorageFault';
	}
}

/** What a system says of a disk that is full, broken or locked, and where too many files are open. */
const NOT_NOW = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** Why nothing could be kept, in a few words without a path; undefined for every other error. */
export function storageReason(error: unknown): string | undefined {
	if (error instanceof StorageFault) return error.message;
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	return NOT_NOW.includes(code) ? code : undefined;
}

/** A failure of the photo store in a few words, without the path, address or key that others' own words may name. */
export function storeFault(error: unknown): StorageFault {
	if (error instanceof StorageFault) return error;
	const code = codeOf(error);
	return new StorageFault(`the photo store failed${code && ` (${code})`}`, { cause: error });
}

/** What a system or an S3 store calls what went wrong; empty where it has no name for it. */
export function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error) return String(error.code);
	return '$metadata' in error ? error.name : '';
}
