import type { PhotoStore } from './photo-store.ts';
import { StorageError, toStorageError } from './storage-error.ts';

/** With what else a request does, below the two seconds that somebody may wait who can't be served. */
const TIMEOUT_MS = 1400;

/**
 * A store for those who wait for an answer: whatever is wrong with it is told in time, and at once while it is known not to
 * answer. What it is still busy with then may be done or not, as after a crash.
 */
export function createTimeLimitedStore(store: PhotoStore): PhotoStore {
	let overdueCount = 0;

	/** @param discard lets go of what comes when nobody waits for it any more */
	async function runWithTimeout<T>(
		work: () => Promise<T>,
		discard?: (late: T) => void,
	): Promise<T> {
		if (overdueCount > 0) throw new StorageError('the photo store does not answer');
		const { promise: late, reject } = Promise.withResolvers<never>();
		let hasTimedOut = false;
		const timer = setTimeout(() => {
			hasTimedOut = true;
			overdueCount += 1;
			reject(new StorageError('the photo store does not answer'));
		}, TIMEOUT_MS);
		const done = work().finally(() => {
			clearTimeout(timer);
			if (hasTimedOut) overdueCount -= 1;
		});
		try {
			return await Promise.race([done, late]);
		} catch (error) {
			if (hasTimedOut && discard) done.then(discard, () => undefined);
			throw toStorageError(error);
		}
	}

	return {
		put: (name, bytes) => runWithTimeout(() => store.put(name, bytes)),
		find: (name) => runWithTimeout(() => store.find(name)),
		read: (name) =>
			runWithTimeout(
				() => store.read(name),
				(late) => late?.content.destroy(),
			),
		readBuffer: (name) => runWithTimeout(() => store.readBuffer(name)),
		remove: (name) => store.remove(name),
		list: () => store.list(),
		close: () => store.close(),
	};
}
