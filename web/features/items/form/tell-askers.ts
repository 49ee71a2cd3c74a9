import type { Item } from '#contract/items/schemas.ts';
import { answerWanted, listWantedBy } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_LIMITS, WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedPost } from '#contract/wanted/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

/** After an item was posted: shows how many students look for such an item, with a button to inform them. */
export async function offerToTellAskers({ id }: Pick<Item, 'id'>): Promise<void> {
	const { wanted } = await call(listWantedBy, { params: { id } });
	if (wanted.length === 0) return;
	toast(WANTED_MESSAGES.lookedForBy(countPeople(wanted)), {
		tone: 'plain',
		isPersistent: true,
		button: { label: 'Tell them', onPress: () => void tellThem(id, wanted) },
	});
}

/** Errors of a wanted post that was closed while the message was shown. */
const CLOSED_CODES: readonly string[] = [WANTED_ERRORS.notFound.code, WANTED_ERRORS.over.code];

/** Answers the wanted posts, the best matches first, as many as a seller may answer per day. Skips closed posts. */
async function tellThem(itemId: number, wanted: readonly WantedPost[]): Promise<void> {
	const told: WantedPost[] = [];
	try {
		for (const post of wanted.slice(0, WANTED_LIMITS.answersPerDay)) {
			if (await tellAsker(itemId, post)) told.push(post);
		}
		const people = countPeople(told);
		if (people > 0) toast(WANTED_MESSAGES.told(people));
		else toast(WANTED_MESSAGES.nobodyLooks, { tone: 'plain' });
	} catch (error) {
		const { failed, noConnection } = WANTED_MESSAGES;
		const reason = errorMessageFor(error, failed, noConnection);
		const toldText = told.length > 0 ? `${WANTED_MESSAGES.told(countPeople(told))} ` : '';
		toast(toldText + reason, { tone: 'bad' });
	}
}

/**
 * @returns whether the post now has the item as an answer, possibly from earlier; false if the post is closed
 * @throws as `call` for other errors
 */
async function tellAsker(itemId: number, { id }: WantedPost): Promise<boolean> {
	try {
		await call(answerWanted, { params: { id }, body: { itemId } });
		return true;
	} catch (error) {
		const code = error instanceof ApiError ? error.code : undefined;
		if (code === WANTED_ERRORS.alreadyOffered.code) return true;
		if (code !== undefined && CLOSED_CODES.includes(code)) return false;
		throw error;
	}
}

function countPeople(posts: readonly WantedPost[]): number {
	return new Set(posts.map(({ User }) => User.id)).size;
}
