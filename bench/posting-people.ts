import { randomUUID } from 'node:crypto';
import { encodedItem } from './item-form.ts';

/**
 * People who post, in a process of their own: what they send must not hold up those who ask for things meanwhile. Told to post
 * once, they answer when it is done; told to go on, they all post one thing after the other until told to stop, and answer how
 * often.
 */
export interface PeopleTask {
	/** Of the market. */
	address: string;
	/** Of the photos of each post. */
	paths: readonly string[];
	/** How many of them there are. */
	count: number;
}

export type PeopleOrder = 'once' | 'go on' | 'stop';

type Post = () => Promise<void>;

process.once('message', async ({ address, paths, count }: PeopleTask) => {
	const post = await openPoster(address, paths);
	let posting: Promise<number[]> | undefined;
	let isGoingOn = false;
	process.on('message', async (order: PeopleOrder) => {
		isGoingOn = order === 'go on';
		if (order === 'once') {
			await post();
			process.send?.(1);
		} else if (isGoingOn) {
			const one = () => postWhile(post, () => isGoingOn);
			posting = Promise.all(Array.from({ length: count }, one));
		} else {
			const posted = await (posting ?? []);
			process.send?.(posted.reduce((sum, each) => sum + each, 0));
		}
	});
	process.send?.('ready');
});
process.on('disconnect', () => process.exit());

/** @returns how often */
async function postWhile(post: Post, isGoingOn: () => boolean): Promise<number> {
	let posted = 0;
	for (; isGoingOn(); posted++) await post();
	return posted;
}

/** @returns posts an item with these photos, as somebody who has just come */
async function openPoster(address: string, paths: readonly string[]): Promise<Post> {
	const email = `${randomUUID()}@bench.example`;
	const person = { userName: 'Bench', email, password: randomUUID() };
	const headers = { 'content-type': 'application/json' };
	const signedUp = await fetch(`${address}/api/auth/register`, {
		...{ method: 'POST', headers, body: JSON.stringify(person) },
	});
	const { accessToken } = (await signedUp.json()) as { accessToken: string };
	const { type, body } = await encodedItem(paths);
	const sent = { authorization: `Bearer ${accessToken}`, 'content-type': type };
	return async () => {
		const answer = await fetch(`${address}/api/item/add-item`, {
			...{ method: 'POST', headers: sent, body },
		});
		const words = await answer.text();
		if (answer.status !== 201)
			throw new Error(`A post was answered with ${answer.status}: ${words}`);
	};
}
