import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '#contract/items/items.ts';
import { items } from '#server/db/schema/items.ts';
import { openApp } from '#tests/support/app.ts';
import { CLUSTER_ROUNDS } from '#tests/support/cluster.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { jpeg } from '#tests/support/pictures.ts';

/*
 * A user who was told that a write succeeded sees it in every later read: in lists, on pages and by id, on the
 * instance that wrote and on the other, under concurrent reads.
 */
const ROUNDS = CLUSTER_ROUNDS || 2;
const LIST = '/item/get-all-items?limit=100';
const photo = { field: 'images', ...(await jpeg({ width: 64, height: 64 })) };

const DEEDS = ['post', 'edit', 'sell', 'relist', 'ban', 'unban', 'delete', 'rename'] as const;
const DEEDS_TO_PEOPLE = ['ban person', 'unban person'] as const;
type Deed = (typeof DEEDS)[number] | (typeof DEEDS_TO_PEOPLE)[number];

const step = fc.record({
	deed: fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...DEEDS) },
		{ weight: 1, arbitrary: fc.constantFrom(...DEEDS_TO_PEOPLE) },
	) satisfies fc.Arbitrary<Deed>,
	which: fc.nat(20),
	/** The instance that writes. */
	at: fc.nat(1),
	/** The number of concurrent readers. */
	readers: fc.nat(6),
});

interface Known {
	title: string;
	seller: Seller;
	state: 'available' | 'sold' | 'banned' | 'deleted';
	/** The status after an unban. */
	before: 'available' | 'sold';
}

interface Seller extends Student {
	isBanned: boolean;
	/** False once a ban ended the session. */
	isSignedIn: boolean;
}

type App = Awaited<ReturnType<typeof openApp>>;

/** The items that should exist, with the changes that can be made through an instance. */
async function openWorld(instances: readonly App[]) {
	const [t] = instances as [App];
	const admin = await t.admin({ roleLevel: 'super_admin' });
	const sellers: Seller[] = [];
	for (const userName of ['Asha', 'Ravi']) {
		sellers.push({ ...(await t.student({ userName })), isBanned: false, isSignedIn: true });
	}
	const things = new Map<number, Known>();
	let named = 0;

	async function done(answer: Promise<{ statusCode: number; body: string }>): Promise<void> {
		const { statusCode, body } = await answer;
		expect(statusCode, body).toBeLessThan(300);
	}
	const pick = <Thing>(list: readonly Thing[], which: number) => list[which % list.length];
	const among = (isMeant: (known: Known) => boolean, which: number) =>
		pick(
			[...things].filter(([, known]) => isMeant(known)),
			which,
		);
	const isOwn = ({ state, seller }: Known) => state === 'available' && seller.isSignedIn;

	const deeds: Record<Deed, (as: App['as'], which: number) => Promise<unknown>> = {
		async post(as, which) {
			const seller = pick(
				sellers.filter(({ isSignedIn }) => isSignedIn),
				which,
			);
			if (!seller) return;
			const title = `Thing ${named++}`;
			const answer = await as(seller).form('POST', '/item/add-item', { ...ITEM_FIELDS, title }, [
				photo,
			]);
			expect(answer.statusCode, answer.body).toBe(201);
			things.set(answer.json().item.id, {
				...{ title, seller },
				...{ state: 'available', before: 'available' },
			});
		},
		async edit(as, which) {
			const [id, known] = among(isOwn, which) ?? [];
			if (!known) return;
			known.title = `Thing ${named++}`;
			const fields = { ...ITEM_FIELDS, title: known.title };
			await done(as(known.seller).form('PUT', `/item/update-item/${id}`, fields, [photo]));
		},
		async sell(as, which) {
			const [id, known] = among(isOwn, which) ?? [];
			if (!known) return;
			Object.assign(known, { state: 'sold', before: 'sold' });
			await done(as(known.seller).patch(`/item/mark-as-sold/${id}`));
		},
		async relist(as, which) {
			const [id, known] = among(({ state }) => state === 'sold', which) ?? [];
			if (!known) return;
			Object.assign(known, { state: 'available', before: 'available' });
			await done(as(admin).put(`/admin/items/${id}/relist`));
		},
		async ban(as, which) {
			const [id, known] = among(({ state }) => /available|sold/.test(state), which) ?? [];
			if (!known) return;
			known.state = 'banned';
			await done(as(admin).put(`/admin/items/${id}/ban`, { reason: 'Not as shown' }));
		},
		async unban(as, which) {
			const [id, known] = among(({ state }) => state === 'banned', which) ?? [];
			if (!known) return;
			known.state = known.before;
			await done(as(admin).put(`/admin/items/${id}/unban`));
		},
		async delete(as, which) {
			const [id, known] = among(({ state }) => state !== 'deleted', which) ?? [];
			if (!known) return;
			known.state = 'deleted';
			await done(as(admin).delete(`/admin/items/${id}`));
		},
		async rename(as, which) {
			const seller = pick(
				sellers.filter(({ isSignedIn }) => isSignedIn),
				which,
			);
			if (!seller) return;
			seller.userName = `Person ${named++}`;
			await done(as(seller).put('/account/name', { userName: seller.userName }));
		},
		async 'ban person'(as, which) {
			const seller = pick(
				sellers.filter(({ isBanned }) => !isBanned),
				which,
			);
			if (!seller) return;
			Object.assign(seller, { isBanned: true, isSignedIn: false });
			await done(as(admin).put(`/admin/users/${seller.id}/ban`, { reason: 'Not as shown' }));
		},
		async 'unban person'(as, which) {
			const seller = pick(
				sellers.filter(({ isBanned }) => isBanned),
				which,
			);
			if (!seller) return;
			seller.isBanned = false;
			await done(as(admin).put(`/admin/users/${seller.id}/unban`));
		},
	};
	return { things, deeds };
}

type World = Awaited<ReturnType<typeof openWorld>>;

function expectedList({ things }: World): unknown[] {
	return [...things]
		.filter(([, { state, seller }]) => state === 'available' && !seller.isBanned)
		.sort(([one], [other]) => other - one)
		.map(([id, { title, seller }]) => ({ id, title, userName: seller.userName }));
}

const shownIn = (list: readonly Item[]) =>
	list.map(({ id, title, User }) => ({ id, title, userName: User.userName }));

/** Reads everything and compares it with what was written. */
async function requireFresh({ app, as }: App, world: World): Promise<void> {
	const list = await as(null).get(LIST);
	expect(shownIn(list.json())).toEqual(expectedList(world));
	const page = (await as(null).get('/items?limit=100')).json();
	expect(shownIn(page.items)).toEqual(expectedList(world));
	expect(page.total).toBe(page.items.length);
	for (const [id, { title, seller, state }] of world.things) {
		const isThere = !seller.isBanned && state !== 'banned' && state !== 'deleted';
		const item = await as(null).get(`/item/get-item-details/${id}`);
		expect(item.statusCode).toBe(isThere ? 200 : 404);
		if (isThere) expect(item.json().data).toMatchObject({ title, status: state });
		const { statusCode, body } = await app.inject(`/item/${id}`);
		expect(statusCode).toBe(isThere ? 200 : 404);
		expect(body.includes(`<title>${title} `)).toBe(isThere);
	}
}

async function play(
	instances: readonly [App, ...App[]],
	steps: readonly { deed: Deed; which: number; at: number; readers: number }[],
): Promise<void> {
	const [first] = instances;
	await first.db.update(items).set({ deletedAt: sql`now()` });
	const world = await openWorld(instances);
	for (const { deed, which, at, readers } of steps) {
		const doer = instances[at % instances.length] ?? first;
		const others = Array.from({ length: readers }, (_, place) => {
			const { as } = instances[place % instances.length] ?? first;
			return as(null).get(LIST);
		});
		const isDone = world.deeds[deed](doer.as, which);
		await Promise.all([isDone, ...others]);
		await Promise.all(instances.map((instance) => requireFresh(instance, world)));
	}
}

test('every user reads what was just written through either instance', async () => {
	const one = await openApp();
	const other = await openApp({ DATABASE_URL: one.url });
	const steps = fc.array(step, { minLength: 8, maxLength: 12 });

	await fc.assert(
		fc.asyncProperty(steps, (chosen) => play([one, other], [POST, POST, ...chosen])),
		{ numRuns: ROUNDS, endOnFailure: true },
	);
}, 600_000);

test('every user reads what was just written with a single instance', async () => {
	const alone = await openApp({}, undefined, { isShared: false });
	const steps = fc.array(step, { minLength: 8, maxLength: 12 });

	await fc.assert(
		fc.asyncProperty(steps, (chosen) => play([alone], [POST, POST, ...chosen])),
		{ numRuns: ROUNDS, endOnFailure: true },
	);
}, 600_000);

const POST = { deed: 'post', which: 0, at: 0, readers: 3 } as const;

test('a write that bypasses all instances is visible within 100 ms', async () => {
	const alone = await openApp({}, undefined, { isShared: false });
	const seller = await alone.student();
	const taken: number[] = [];
	for (let turn = 0; turn < 5; turn++) {
		await alone.as(null).get(LIST);
		const { id } = await alone.item(seller);
		const start = performance.now();
		await expect
			.poll(async () => (await alone.as(null).get(LIST)).json()[0]?.id, { interval: 1 })
			.toBe(id);
		taken.push(performance.now() - start);
	}

	const sorted = taken.sort((one, other) => one - other);
	expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
});
