import { encodeItemForm } from './item-form.ts';
import { signUp } from './users.ts';

/**
 * The task of a child process that posts items, so that uploads do not delay the requests that the parent measures. On `once`
 * it posts one item and answers when that is done. On `start` its users post without a pause until `stop`, which it answers
 * with the number of posts.
 */
export interface PostingTask {
	/** The server's address. */
	address: string;
	/** The files of the photos of each post. */
	paths: readonly string[];
	/** Users who post at the same time. */
	count: number;
}

export type PostingCommand = 'once' | 'start' | 'stop';

type Post = () => Promise<void>;

process.once('message', async ({ address, paths, count }: PostingTask) => {
	const post = await preparePost(address, paths);
	let postCounts: Promise<number[]> | undefined;
	let isPosting = false;
	process.on('message', async (command: PostingCommand) => {
		isPosting = command === 'start';
		if (command === 'once') {
			await post();
			process.send?.(1);
		} else if (isPosting) {
			const postRepeatedly = () => postWhile(post, () => isPosting);
			postCounts = Promise.all(Array.from({ length: count }, postRepeatedly));
		} else {
			const counts = await (postCounts ?? []);
			process.send?.(counts.reduce((total, each) => total + each, 0));
		}
	});
	process.send?.('ready');
});
process.on('disconnect', () => process.exit());

/** @returns the number of posts */
async function postWhile(post: Post, isPosting: () => boolean): Promise<number> {
	let posted = 0;
	for (; isPosting(); posted++) await post();
	return posted;
}

async function preparePost(address: string, paths: readonly string[]): Promise<Post> {
	const { token } = await signUp(address);
	const { type, body } = await encodeItemForm(paths);
	const headers = { authorization: `Bearer ${token}`, 'content-type': type };
	return async () => {
		const response = await fetch(`${address}/api/item/add-item`, {
			method: 'POST',
			headers,
			body,
		});
		const text = await response.text();
		if (response.status !== 201) throw new Error(`Posting failed: ${response.status}, ${text}`);
	};
}
