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
