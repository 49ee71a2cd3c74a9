import type { PhotoStore } from './photo-store.ts';
import { StorageError, toStorageError } from './storage-error.ts';

/** Leaves time for the rest of a request: one that cannot be served must be refused within two seconds. */
const TIMEOUT_MS = 1400;

/**
 * A photo store for requests: calls fail after a timeout, and at once while an earlier call is overdue. A call that timed
 * out may still take effect later.
 */
export function createTimeLimitedStore(store: PhotoStore): PhotoStore {
	let overdueCount = 0;

	/** @param discard releases a result that arrives after the timeout */
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
