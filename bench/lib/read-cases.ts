import { photoUrlAt } from '#contract/photos/sizes.ts';
import { encodeCursor } from '#server/features/items/search/listing-page.ts';
import { UNKNOWN_TOKEN } from './search-cases.ts';

type Kind = 'cached' | 'uncached';

/** One request, repeated as fast as it is answered. */
export interface ReadCase {
	name: string;
	kind: Kind;
	nextPath: () => string;
	headers?: Record<string, string>;
}

const LIST = '/api/item/get-all-items?limit=24';
const PAGE = '/api/items?category=Books';
const FEEDBACK = '/api/feedback/public';

type ListedItem = { id: number; imageUrl: string[] };

/** @param token of a signed-in user who did not post the newest item */
export async function createReadCases(address: string, token: string): Promise<ReadCase[]> {
	const [newest] = (await (await fetch(`${address}${LIST}`)).json()) as ListedItem[];
	const [largest] = newest?.imageUrl ?? [];
	if (!newest || !largest) throw new Error('The newest item has no photo to request.');
	const { id: newestId } = newest;
	const photo = photoUrlAt(new URL(largest, address).pathname, 320);
	const item = `/api/item/get-item-details/${newestId}`;
	const headers = { Authorization: `Bearer ${token}` };
	let lastCursorId = newestId;
	/**
	 * The newest page, requested by a cursor above every id. The cursor is new each time, so that no answer is cached. It
	 * contains the total of the listing, which is not counted again.
	 */
	const nextUnusedPage = () => {
		const cursor = encodeCursor('newest', { id: ++lastCursorId, key: null }, '1000+');
		return `/api/items?cursor=${cursor}`;
	};
	const cacheable = Object.entries({ list: LIST, page: PAGE, item, feedback: FEEDBACK, photo });
	return [
		...cacheable.map(([name, path]): ReadCase => ({ name, kind: 'cached', nextPath: () => path })),
		{ name: 'list, signed in', kind: 'uncached', nextPath: () => LIST, headers },
		{ name: 'page', kind: 'uncached', nextPath: nextUnusedPage },
		{ name: 'page, signed in', kind: 'uncached', nextPath: () => PAGE, headers },
		{
			name: 'item, unknown token',
			kind: 'uncached',
			nextPath: () => item,
			headers: UNKNOWN_TOKEN,
		},
		{ name: 'item, signed in', kind: 'uncached', nextPath: () => item, headers },
		{ name: 'feedback, signed in', kind: 'uncached', nextPath: () => FEEDBACK, headers },
	];
}
