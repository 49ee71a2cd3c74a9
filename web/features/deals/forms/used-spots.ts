import { queryOptions } from '@tanstack/react-query';
import { withDraftStore } from '#web/lib/drafts/database.ts';

const SPOTS_MAX = 12;

/** The user's id comes first: by it, `erase.ts` recognizes the data of other users. */
const storageKey = (userId: number) => `${userId}/spots`;

/** The ids of the spots that the user has proposed in this browser, the last first. */
export function usedSpotsQuery(userId: number) {
	return queryOptions({
		queryKey: ['deals', 'used-spots', userId],
		queryFn: () => readUsedSpots(userId),
		staleTime: 0,
		gcTime: 0,
		networkMode: 'always',
	});
}

export async function rememberSpot(userId: number, spotId: number): Promise<void> {
	const others = (await readUsedSpots(userId)).filter((id) => id !== spotId);
	const ids = [spotId, ...others].slice(0, SPOTS_MAX);
	await withDraftStore('readwrite', (store) => store.put(ids, storageKey(userId)));
}

async function readUsedSpots(userId: number): Promise<readonly number[]> {
	const read = (store: IDBObjectStore) => store.get(storageKey(userId)) as IDBRequest<number[]>;
	return (await withDraftStore('readonly', read)) ?? [];
}
