import type { PhotoStore } from './photo-store.ts';
import { StorageError, toStorageError } from './storage-error.ts';

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
