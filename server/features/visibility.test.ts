import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { studies } from '#server/db/schema/studies.ts';
import { wantedAnswers } from '#server/db/schema/wanted.ts';
import { openApp } from '#tests/support/app.ts';
import { daysFromNow, openCompletedDeals } from '#tests/support/completed-deals.ts';
import { openDeals } from '#tests/support/deals.ts';
import type { Student } from '#tests/support/factories.ts';
import { matchedItems, matchNewItems } from '#tests/support/search-matches.ts';
import { addSubjects, openWanted } from '#tests/support/wanted.ts';

/*
 * Who sees what: each surface of the market, each state of what it shows, each viewer. A viewer sees an item if the
 * response succeeds and has its title, a word that no other item has.
 */

const t = await openApp();
await addSubjects(t);
const { insertPost } = openWanted(t);
const { insertCompletedSale, insertReview, insertReviewAbout } = openCompletedDeals(t);

const VIEWERS = ['visitor', 'banned', 'admin', 'other', 'owner', 'blocked', 'blocking'] as const;
type Viewer = (typeof VIEWERS)[number];
type Client = ReturnType<typeof t.as>;

const ALL: readonly Viewer[] = VIEWERS;
/** Signed in as a user whom no block separates from the owner. */
const OTHER: readonly Viewer[] = ['other'];
const OWNER: readonly Viewer[] = ['owner'];
const NONE: readonly Viewer[] = [];
const STUDENTS: readonly Viewer[] = ['other', 'owner', 'blocked', 'blocking'];
/** Every signed-in user but the owner, across blocks: nobody learns who has blocked whom. */
const BUYERS: readonly Viewer[] = ['other', 'blocked', 'blocking'];
/** Everybody but the users on either side of a block. */
const UNBLOCKED: readonly Viewer[] = ['visitor', 'banned', 'admin', 'other', 'owner'];

const owner = await t.student({ pictureHash: await t.photo() });
const bannedOwner = await t.student({ pictureHash: await t.photo() });
const erasedOwner = await t.student({ pictureHash: await t.photo() });
const [other, blocked, blocking] = [await t.student(), await t.student(), await t.student()];
const banned = await t.student();
const SIGNED_IN: Partial<Record<Viewer, Student>> = { banned, other, owner, blocked, blocking };
const clients: Record<Viewer, Client> = {
	visitor: t.as(null),
	banned: t.as(banned),
	admin: t.as(await t.admin()),
	other: t.as(other),
	owner: t.as(owner),
	blocked: t.as(blocked),
	blocking: t.as(blocking),
};
for (const each of [owner, bannedOwner, erasedOwner])
	await t.db.insert(blocks).values([
		{ blockerId: each.id, blockedId: blocked.id },
		{ blockerId: blocking.id, blockedId: each.id },
	]);

const ownerIn = (state: string) =>
	state.startsWith('of a banned')
		? bannedOwner
		: state.startsWith('of an erased')
			? erasedOwner
			: owner;

/** Bans and erases the users whose data nobody may see, after these data were created. */
async function hideUsers(): Promise<void> {
	const now = new Date();
	await t.db.execute(
		sql`update users set banned_at = ${now} where id in (${banned.id}, ${bannedOwner.id})`,
	);
	await t.db.execute(sql`update users set deleted_at = ${now} where id = ${erasedOwner.id}`);
}

type Shows<Shown> = (shown: Shown, as: Client, viewer: Viewer) => Promise<boolean>;

/** The viewers to whom a surface shows a thing. */
async function viewersOf<Shown>(shows: Shows<Shown>, shown: Shown): Promise<Viewer[]> {
	const seeing: Viewer[] = [];
	for (const viewer of VIEWERS)
		if (await shows(shown, clients[viewer], viewer)) seeing.push(viewer);
	return seeing;
}

/** Who sees what, as text: one line for each surface and state. */
async function linesOf<State extends string, Shown>(
	surfaces: Record<string, readonly [Shows<Shown>, Record<State, readonly Viewer[]>]>,
	things: Record<State, Shown>,
) {
	const [actual, expected]: [string[], string[]] = [[], []];
	for (const [surface, [shows, byState]] of Object.entries(surfaces)) {
		for (const state of Object.keys(things) as State[]) {
			const viewers = await viewersOf(shows, things[state]);
			actual.push(`${surface}, ${state}: ${viewers.join(', ')}`);
			expected.push(`${surface}, ${state}: ${byState[state].join(', ')}`);
		}
	}
	return { actual, expected };
}

const succeeds = async (response: PromiseLike<{ statusCode: number }>) =>
	(await response).statusCode < 300;
const containsText = async (
	response: PromiseLike<{ statusCode: number; body: string }>,
	text: string,
) => {
	const { statusCode, body } = await response;
	return statusCode === 200 && body.includes(text);
};
const page = (path: string) => t.app.inject(path);

describe('who sees an item', () => {
	interface Shown {
		id: number;
		title: string;
		hash: string;
		sellerId: number;
	}
	const now = new Date();
	const ITEM_STATES = {
		'on sale': {},
		reserved: { reservedUntil: daysFromNow(1) },
		sold: { soldAt: now },
		removed: { removedAt: now, deletedAt: now },
		banned: { bannedAt: now },
		deleted: { deletedAt: now },
		'of a banned seller': {},
		'of an erased seller': {},
	} as const;
	type State = keyof typeof ITEM_STATES;
	/** Who sees items on sale and reserved, sold, removed by the seller, and banned; nobody sees the others. */
	const seen = (
		onSale: readonly Viewer[],
		sold = NONE,
		removed = NONE,
		isBanned = removed,
	): Record<State, readonly Viewer[]> => ({
		'on sale': onSale,
		reserved: onSale,
		sold,
		removed,
		banned: isBanned,
		deleted: NONE,
		'of a banned seller': NONE,
		'of an erased seller': NONE,
	});
	const listed =
		(path: string): Shows<Shown> =>
		({ title }, as) =>
			containsText(as.get(path), title);

	test('each surface shows an item to those who may see it, and to nobody else', async () => {
		for (const student of Object.values(SIGNED_IN))
			await t.db
				.insert(studies)
				.values({ userId: student.id, branchCode: 'EC', semester: 3, since: sql`now()` });
		const searches = new Map<Viewer, number>();
		const posts = new Map<Viewer, number>();
		for (const [viewer, student] of Object.entries(SIGNED_IN) as [Viewer, Student][]) {
			const saved = await t.as(student).post('/searches', { query: 'q=quokka' });
			searches.set(viewer, saved.json().search.id);
			posts.set(viewer, await insertPost(student, { title: 'A plush toy' }));
		}
		const anchors = [];
		for (let count = 0; count < 4; count += 1)
			anchors.push(await t.item(await t.student(), { title: 'Quokka plush', category: 'OTHERS' }));
		const things = {} as Record<State, Shown>;
		for (const [index, state] of (Object.keys(ITEM_STATES) as State[]).entries()) {
			const seller = ownerIn(state);
			const title = `Quokka plush ${'abcdefgh'[index]?.repeat(6)}`;
			const fields = { title, category: 'OTHERS', subjects: ['EC301'], price: 10 + index };
			const { id, hashes } = await t.item(seller, { ...fields, ...ITEM_STATES[state] });
			things[state] = { id, title, hash: hashes[0] ?? '', sellerId: seller.id };
			for (const wantedId of posts.values())
				await t.db.insert(wantedAnswers).values({ wantedId, itemId: id, sellerId: seller.id });
		}
		await hideUsers();
		await matchNewItems(
			t.db,
			Object.values(things).map(({ id }) => id),
		);

		const { actual, expected } = await linesOf<State, Shown>(
			{
				details: [
					({ id, title }, as) => containsText(as.get(`/item/get-item-details/${id}`), title),
					seen(ALL, ALL, OWNER),
				],
				'details for users': [
					({ id, title }, as) => containsText(as.get(`/item/${id}`), title),
					seen(STUDENTS, STUDENTS, OWNER),
				],
				page: [({ id, title }) => containsText(page(`/item/${id}`), title), seen(ALL, ALL)],
				photo: [({ hash }) => succeeds(page(`/photos/${hash}-640.webp`)), seen(ALL, ALL)],
				'full list': [listed('/item/get-all-items'), seen(ALL)],
				'list of the category': [listed('/item/get-item-by-category/OTHERS'), seen(ALL)],
				listing: [listed('/items?limit=100'), seen(ALL)],
				'cheapest first': [listed('/items?limit=100&sort=price-asc'), seen(ALL)],
				'page of the category': [
					({ title }) => containsText(page('/category/OTHERS'), title),
					seen(ALL),
				],
				'home page': [({ title }) => containsText(page('/'), title), seen(ALL)],
				search: [
					({ title }, as) => containsText(as.get(`/items?q=${encodeURIComponent(title)}`), title),
					seen(ALL),
				],
				'search for a misspelt word': [
					({ title }, as) => containsText(as.get(`/items?q=${title.slice(13)}q`), title),
					seen(ALL),
				],
				'listing of its seller': [
					({ title, sellerId }, as) => containsText(as.get(`/items?seller=${sellerId}`), title),
					seen(ALL),
				],
				facets: [
					async ({ title }, as) =>
						(await as.get(`/items/facets?exact=true&q=${title.slice(13)}`)).json().total > 0,
					seen(ALL),
				],
				suggestions: [
					({ title }, as) => containsText(as.get(`/items/suggestions?q=${title.slice(13)}`), title),
					seen(ALL),
				],
				'suggestions for a misspelt word': [
					({ title }, as) =>
						containsText(as.get(`/items/suggestions?q=${title.slice(13)}q`), title),
					seen(ALL),
				],
				'similar items': [listed(`/item/${anchors[0]?.id}/similar`), seen(ALL)],
				'items by id': [
					({ id, title }, as) => containsText(as.get(`/items/by-id?ids=${id}`), title),
					seen(ALL, ALL),
				],
				sitemap: [({ id }) => containsText(page('/sitemap/0.xml'), `/item/${id}<`), seen(ALL)],
				'suggested to a student of its subject': [listed('/items/for-me'), seen(OTHER)],
				'match of a saved search': [
					async ({ id }, _, viewer) =>
						(await matchedItems(t.db, searches.get(viewer) ?? 0)).includes(id),
					seen(OTHER),
				],
				'answer to a wanted post': [
					({ title }, as, viewer) =>
						containsText(as.get(`/wanted/${posts.get(viewer) ?? 0}/answers`), title),
					seen(['other', 'owner']),
				],
				'own profile': [listed('/profile/get-profile'), seen(OWNER, OWNER, OWNER)],
				saving: [({ id }, as) => succeeds(as.put(`/saved/${id}`)), seen(BUYERS, BUYERS)],
				reporting: [
					({ id }, as) => succeeds(as.post(`/report/report-item/${id}`, { complaint: 'A fake.' })),
					seen(BUYERS, BUYERS),
				],
			},
			things,
		);

		expect(actual).toEqual(expected);
	});
});

describe('who sees a wanted post', () => {
	test('each surface shows a wanted post to those who may see it, and to nobody else', async () => {
		const now = new Date();
		const POST_STATES = {
			live: {},
			expired: { expiresAt: daysFromNow(-1) },
			found: { foundAt: now },
			removed: { removedAt: now },
			deleted: { deletedAt: now },
			'of a banned user': {},
			'of an erased user': {},
		} as const;
		type State = keyof typeof POST_STATES;
		const seen = (live: readonly Viewer[], ended = NONE): Record<State, readonly Viewer[]> => ({
			live,
			expired: ended,
			found: ended,
			removed: ended,
			deleted: NONE,
			'of a banned user': NONE,
			'of an erased user': NONE,
		});
		const things = {} as Record<State, { id: number; title: string }>;
		for (const [index, state] of (Object.keys(POST_STATES) as State[]).entries()) {
			const asker = ownerIn(state);
			const title = `Wombat ${'abcdefgh'[index]?.repeat(6)}`;
			const post = { title, subject: 'ME301', ...POST_STATES[state] };
			things[state] = { id: await insertPost(asker, post), title };
		}
		const offers = new Map<Viewer, number>();
		for (const [viewer, student] of Object.entries(SIGNED_IN) as [Viewer, Student][])
			offers.set(viewer, (await t.item(student, { subjects: ['ME301'] })).id);
		await hideUsers();

		const { actual, expected } = await linesOf<State, { id: number; title: string }>(
			{
				list: [({ title }, as) => containsText(as.get('/wanted?q=wombat'), title), seen(UNBLOCKED)],
				'page of the list': [({ title }) => containsText(page('/wanted'), title), seen(ALL)],
				post: [
					({ id, title }, as) => containsText(as.get(`/wanted/${id}`), title),
					seen(UNBLOCKED, OWNER),
				],
				'own posts': [
					({ title }, as) => containsText(as.get('/wanted/mine'), title),
					seen(OWNER, OWNER),
				],
				'posts that fit an own item': [
					({ title }, as, viewer) =>
						containsText(as.get(`/items/${offers.get(viewer) ?? 0}/wanted-by`), title),
					seen(OTHER),
				],
				reporting: [
					({ id }, as) => succeeds(as.post(`/report/report-wanted/${id}`, { complaint: 'Spam.' })),
					seen(OTHER),
				],
				answering: [
					({ id }, as, viewer) =>
						succeeds(as.post(`/wanted/${id}/answers`, { itemId: offers.get(viewer) ?? 0 })),
					seen(OTHER),
				],
			},
			things,
		);

		expect(actual).toEqual(expected);
	});
});

describe('who sees a user', () => {
	test('each surface shows a user to those who may see them, and to nobody else', async () => {
		await hideUsers();
		const things = { 'not banned': owner, banned: bannedOwner, erased: erasedOwner };
		type State = keyof typeof things;
		const seen = (
			present: readonly Viewer[],
			isBanned = NONE,
		): Record<State, readonly Viewer[]> => ({
			'not banned': present,
			banned: isBanned,
			erased: NONE,
		});
		const pictureOf = async ({ id }: { id: number }) => {
			const { rows } = await t.db.execute<{ hash: string }>(
				sql`select picture_hash as hash from users where id = ${id}`,
			);
			return `/photos/${rows[0]?.hash}-640.webp`;
		};

		const { actual, expected } = await linesOf<State, Student>(
			{
				profile: [({ id }, as) => succeeds(as.get(`/people/${id}`)), seen(ALL)],
				page: [({ id }) => succeeds(page(`/people/${id}`)), seen(ALL)],
				picture: [async (shown) => succeeds(page(await pictureOf(shown))), seen(ALL)],
				reviews: [({ id }, as) => succeeds(as.get(`/people/${id}/reviews`)), seen(ALL)],
				name: [({ id }, as) => succeeds(as.get(`/auth/user/${id}`)), seen(STUDENTS, STUDENTS)],
				'name with picture': [
					({ id }, as) => containsText(as.get(`/auth/user/${id}`), '/photos/'),
					seen(STUDENTS),
				],
				reporting: [
					({ id }, as) =>
						succeeds(as.post(`/user-report/report-user/${id}`, { complaint: 'Was rude.' })),
					seen(BUYERS, STUDENTS),
				],
			},
			things,
		);

		expect(actual).toEqual(expected);
	});
});

describe('who sees a review', () => {
	test('each surface shows a review to those who may see it, and to nobody else', async () => {
		await hideUsers();
		const things = {
			published: {
				id: await insertReviewAbout(owner, { text: 'Pavlova' }, other),
				about: owner.id,
			},
			'of one side before its time': {
				id: await insertReview(await insertCompletedSale(owner, await t.student()), 'buyer', {
					text: 'Lamington',
				}),
				about: owner.id,
			},
			hidden: {
				id: await insertReviewAbout(owner, { text: 'Meringue', hiddenAt: new Date() }, other),
				about: owner.id,
			},
			'about a banned user': { id: await insertReviewAbout(bannedOwner), about: bannedOwner.id },
			'about an erased user': { id: await insertReviewAbout(erasedOwner), about: erasedOwner.id },
		};
		type State = keyof typeof things;
		const seen = (published: readonly Viewer[]): Record<State, readonly Viewer[]> => ({
			published,
			'of one side before its time': NONE,
			hidden: NONE,
			'about a banned user': NONE,
			'about an erased user': NONE,
		});

		const { actual, expected } = await linesOf<State, { id: number; about: number }>(
			{
				reviews: [
					({ id, about }, as) => containsText(as.get(`/people/${about}/reviews`), `"id":${id},`),
					seen(ALL),
				],
				// Its writer, here the other user, does not report it.
				reporting: [
					({ id }, as) =>
						succeeds(as.post(`/report/report-review/${id}`, { complaint: 'Not true.' })),
					seen(['owner', 'blocked', 'blocking']),
				],
			},
			things,
		);

		expect(actual).toEqual(expected);
	});
});

describe('who sees a chat', () => {
	test('each surface shows a chat and its deal to buyer and seller, and to nobody else', async () => {
		const [seller, buyer] = [await t.student(), await t.student({ emailConfirmedAt: new Date() })];
		const { id: itemId } = await t.item(seller, { title: 'Bandicoot' });
		await openDeals(t).askAboutItem(buyer, itemId);
		await openDeals(t).askAboutItem(other, itemId);
		await hideUsers();
		const path = `${itemId}/${buyer.id}`;
		const who = {
			visitor: null,
			banned,
			'another buyer of the item': other,
			'another user': owner,
			buyer,
			seller,
		};
		const expected = {
			[`/chat/conversation/${path}`]: ['buyer', 'seller'],
			[`/chat/open/${path}`]: ['buyer', 'seller'],
			[`/deals/${path}`]: ['buyer', 'seller'],
			[`/chat/item-chats/${itemId}`]: ['seller'],
			[`/chat/item-chats/${itemId}/count`]: ['seller'],
			[`/item/${itemId}/queue`]: ['seller'],
			'/chats': ['another buyer of the item', 'buyer', 'seller'],
			'/notifications': ['seller'],
		};

		const actual: Record<string, string[]> = {};
		for (const address of Object.keys(expected)) {
			const isList = address.split('/').length === 2;
			const seeing = await Promise.all(
				Object.entries(who).map(async ([name, user]) => {
					const response = t.as(user).get(address);
					const isSeen = isList ? containsText(response, 'Bandicoot') : succeeds(response);
					return (await isSeen) ? [name] : [];
				}),
			);
			actual[address] = seeing.flat();
		}

		expect(actual).toEqual(expected);
	});
});
