import { photoAt } from '#contract/photo-sizes.ts';
import { encodeCursor } from '#server/features/items/listing.ts';

export type Kind = 'kept' | 'never kept' | 'known';

/** One question, asked of the market as often as it answers. */
export interface Case {
	name: string;
	kind: Kind;
	nextPath: () => string;
	headers?: Record<string, string>;
}

const LIST = '/api/item/get-all-items?limit=24';
const PAGE = '/api/items?category=Books';
const FEEDBACK = '/api/feedback/public';

type Listed = { id: number; imageUrl: string[] };

/** @param token of somebody who is signed in */
export async function casesOf(address: string, token: string): Promise<Case[]> {
	const [newest] = (await (await fetch(`${address}${LIST}`)).json()) as Listed[];
	const [largest] = newest?.imageUrl ?? [];
	if (!newest || !largest) throw new Error('The newest item has no photo to ask for.');
	const { id: highest } = newest;
	const photo = photoAt(new URL(largest, address).pathname, 320);
	const item = `/api/item/get-item-details/${highest}`;
	const headers = { Authorization: `Bearer ${token}` };
	let behind = highest;
	/** The newest page, by a place in the list that nobody has named before. */
	const anotherPage = () => {
		const cursor = encodeCursor('newest', { id: ++behind, key: null }, '1000+');
		return `/api/items?cursor=${cursor}`;
	};
	const stranger = { Authorization: 'Bearer nothing' };
	const same = Object.entries({ list: LIST, page: PAGE, item, feedback: FEEDBACK, photo });
	const etags = await Promise.all(same.map(([, path]) => etagOf(`${address}${path}`)));
	return [
		...same.flatMap(([name, path], index): Case[] => [
			{ name, kind: 'kept', nextPath: () => path },
			{
				...{ name, kind: 'known', nextPath: () => path },
				headers: { 'If-None-Match': etags[index] ?? '' },
			},
		]),
		{ name: 'list, signed in', kind: 'never kept', nextPath: () => LIST, headers },
		{ name: 'page', kind: 'never kept', nextPath: anotherPage },
		{ name: 'page, signed in', kind: 'never kept', nextPath: () => PAGE, headers },
		{
			name: 'item, a token that opens nothing',
			kind: 'never kept',
			nextPath: () => item,
			headers: stranger,
		},
		{ name: 'item, signed in', kind: 'never kept', nextPath: () => item, headers },
		{ name: 'feedback, signed in', kind: 'never kept', nextPath: () => FEEDBACK, headers },
	];
}

async function etagOf(address: string): Promise<string> {
	const { headers } = await fetch(address);
	return headers.get('etag') ?? '';
}
