import type { Item } from '#contract/items/schemas.ts';
import { answerWanted, listWantedBy } from '#contract/wanted/endpoints.ts';
import { WANTED_LIMITS, WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedPost } from '#contract/wanted/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

/** After an item was posted: says how many students look for it, and offers to tell them. */
export async function notifySeekersOf({ id }: Pick<Item, 'id'>): Promise<void> {
	const { wanted } = await call(listWantedBy, { params: { id } });
	if (wanted.length === 0) return;
	toast(WANTED_MESSAGES.lookedForBy(countPeople(wanted)), {
		isPersistent: true,
		button: { label: 'Tell them', onPress: () => void tellThem(id, wanted) },
	});
}

/** The best posts first, as many as a seller may answer on a day. */
async function tellThem(itemId: number, wanted: readonly WantedPost[]): Promise<void> {
	const told: WantedPost[] = [];
	try {
		for (const post of wanted.slice(0, WANTED_LIMITS.answersPerDay)) {
			await call(answerWanted, { params: { id: post.id }, body: { itemId } });
			told.push(post);
		}
		toast(WANTED_MESSAGES.told(countPeople(told)));
	} catch (error) {
		const { failed, noConnection } = WANTED_MESSAGES;
		const reason = errorMessageFor(error, failed, noConnection);
		const before = told.length > 0 ? `${WANTED_MESSAGES.told(countPeople(told))} ` : '';
		toast(before + reason, { tone: 'bad' });
	}
}

function countPeople(posts: readonly WantedPost[]): number {
	return new Set(posts.map(({ User }) => User.id)).size;
}
