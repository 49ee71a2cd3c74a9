import type { PhotoStore } from './photo-store.ts';
import { StorageFault, storeFault } from './storage-fault.ts';

/** With what else a request does, below the two seconds that somebody may wait who can't be served. */
const WITHIN_MS = 1400;

/**
 * A store for those who wait for an answer: whatever is wrong with it is told in time, and at once while it is known not to
 * answer. What it is still busy with then may be done or not, as after a crash.
 */
export function storeInTime(store: PhotoStore): PhotoStore {
	let overdue = 0;

	/** @param drop lets go of what comes when nobody waits for it any more */
	async function inTime<T>(work: () => Promise<T>, drop?: (late: T) => void): Promise<T> {
		if (overdue > 0) throw new StorageFault('the photo store does not answer');
		const { promise: late, reject } = Promise.withResolvers<never>();
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			overdue += 1;
			reject(new StorageFault('the photo store does not answer'));
		}, WITHIN_MS);
		const done = work().finally(() => {
			clearTimeout(timer);
			if (isLate) overdue -= 1;
		});
		try {
			return await Promise.race([done, late]);
		} catch (error) {
			if (isLate && drop) done.then(drop, () => undefined);
			throw storeFault(error);
		}
	}

	return {
		put: (name, bytes) => inTime(() => store.put(name, bytes)),
		find: (name) => inTime(() => store.find(name)),
		read: (name) =>
			inTime(
				() => store.read(name),
				(late) => late?.content.destroy(),
			),
		readWhole: (name) => inTime(() => store.readWhole(name)),
		remove: (name) => store.remove(name),
		list: () => store.list(),
		close: () => store.close(),
	};
}
