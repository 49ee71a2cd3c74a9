import type { Readable } from 'node:stream';
import { hashOfFileName } from './photo-urls.ts';

export interface PhotoFileInfo {
	/** Bytes. */
	size: number;
}

export interface PhotoContent extends PhotoFileInfo {
	/** The caller must read it to the end or destroy it. */
	content: Readable;
}

export interface StoredFile {
	name: string;
	modifiedAt: Date;
}

/** Stores photo files by name; how a store arranges them in folders is internal to it. */
export interface PhotoStore {
	/** Atomic, and durable when it returns: a crash never leaves a partial file under `name`. */
	put(name: string, bytes: Uint8Array): Promise<void>;
	/** Size of a file without its content. Undefined if there is no such file. */
	find(name: string): Promise<PhotoFileInfo | undefined>;
	/** Undefined if there is no such file. */
	read(name: string): Promise<PhotoContent | undefined>;
	/** The whole file in memory, for small sizes. Undefined if there is no such file. */
	readBuffer(name: string): Promise<Buffer | undefined>;
	/** Succeeds even if there is no such file. */
	remove(name: string): Promise<void>;
	/** All files, including temporary files of interrupted `put` calls, whose names differ from those of photos. */
	list(): AsyncIterable<StoredFile>;
	/** Closes its connections, if any. */
	close(): void;
}

/** Name prefix of the files that a store writes before it gives them the name of a photo. */
export const UNFINISHED_PREFIX = 'unfinished-';

/**
 * Path of a file, the same in all stores, so that any copy program can move photos between them.
 * Names of photos start with a hexadecimal hash, so the first two characters spread the files
 * evenly over 256 folders. Each folder has a few thousand files per million photos.
 */
export function keyOf(name: string): string {
	return `${name.slice(0, 2)}/${name}`;
}

/** The name of the file at a path of `keyOf`. Undefined for other paths, whose files are not ours. */
export function nameOfKey(key: string): string | undefined {
	const name = key.slice(key.lastIndexOf('/') + 1);
	const isNameOfOurs = name.startsWith(UNFINISHED_PREFIX) || hashOfFileName(name) !== undefined;
	return isNameOfOurs && key === keyOf(name) ? name : undefined;
}

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

/** Leaves time for the rest of a request: one that cannot be served must be refused within two seconds. */
const TIMEOUT_MS = 1400;
/** With so many unanswered calls the store counts as hanging. Posting a single photo writes three files. */
const HANGING_CALLS = 3;

/**
 * A photo store for requests: calls fail after a timeout, and at once while the store or an earlier call for the same file
 * hangs. Reads and writes are counted separately: a disk that cannot write may still read. A call that timed out may
 * still take effect later. Requests neither remove nor list files: these calls have no limit.
 */
export function createTimeLimitedStore(store: PhotoStore): PhotoStore {
	const limitRead = createTimeLimit();
	const limitWrite = createTimeLimit();
	return {
		put: (name, bytes) => limitWrite(name, () => store.put(name, bytes)),
		find: (name) => limitRead(name, () => store.find(name)),
		read: (name) =>
			limitRead(
				name,
				() => store.read(name),
				(late) => late?.content.destroy(),
			),
		readBuffer: (name) => limitRead(name, () => store.readBuffer(name)),
		remove: (name) => store.remove(name),
		list: () => store.list(),
		close: () => store.close(),
	};
}

/** @param discard releases a result that arrives after the timeout */
type TimeLimit = <T>(
	name: string,
	work: () => Promise<T>,
	discard?: (late: T) => void,
) => Promise<T>;

/**
 * An overdue call counts towards HANGING_CALLS only if no other call has succeeded since it began:
 * a store that answers other calls does not hang. Further calls for the file of an overdue call are
 * always refused. Each would hang as well, and on a disk would hold one of Node's few threads.
 */
function createTimeLimit(): TimeLimit {
	/** The timers of the overdue calls that count. */
	const unanswered = new Set<NodeJS.Timeout>();
	/** The files with an overdue call. */
	const overdueNames = new Set<string>();
	let successCount = 0;

	return async (name, work, discard) => {
		if (unanswered.size >= HANGING_CALLS || overdueNames.has(name)) throw notAnswering();
		const { promise: late, reject } = Promise.withResolvers<never>();
		const successesBefore = successCount;
		let hasTimedOut = false;
		const timer = setTimeout(() => {
			hasTimedOut = true;
			overdueNames.add(name);
			if (successCount === successesBefore) unanswered.add(timer);
			reject(notAnswering());
		}, TIMEOUT_MS);
		const done = work().finally(() => {
			clearTimeout(timer);
			unanswered.delete(timer);
			overdueNames.delete(name);
		});
		try {
			const result = await Promise.race([done, late]);
			successCount += 1;
			unanswered.clear();
			return result;
		} catch (error) {
			if (hasTimedOut && discard) done.then(discard, () => undefined);
			throw toStorageError(error);
		}
	};
}

const notAnswering = () => new StorageError('the photo store does not answer');

/** Location and credentials of an S3 store. */
export interface S3Config {
	/** http(s)://host[:port] */
	endpoint: string;
	bucket: string;
	region: string;
	key: string;
	secret: string;
}

/** Accepted by stores without regions. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Parses `s3://key:secret@host[:port]/bucket?region=name&tls=off`, which the configuration has validated.
 * @throws URIError for an invalid percent encoding in key or secret
 */
export function parseS3Url(url: string): S3Config {
	const { username, password, host, pathname, searchParams } = new URL(url);
	const scheme = searchParams.get('tls') === 'off' ? 'http' : 'https';
	return {
		endpoint: `${scheme}://${host}`,
		bucket: pathname.slice(1),
		region: searchParams.get('region') ?? DEFAULT_REGION,
		key: decodeURIComponent(username),
		secret: decodeURIComponent(password),
	};
}
