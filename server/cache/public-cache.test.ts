import { expect, test, vi } from 'vitest';
import type { InvalidationEvent } from './invalidation.ts';
import { type CacheDependency, createPublicCache } from './public-cache.ts';

const ITEMS: CacheDependency = { source: 'items' };
const MOST_BYTES = 1000;

/** A cache whose invalidation events the test sends. */
function open(
	keptOf?: (value: { words: string }, isAskedAgain: boolean) => { words: string } | undefined,
	narrowed?: () => CacheDependency,
) {
	const hearers: ((change?: InvalidationEvent) => void)[] = [];
	const line = { isHearing: true, isShared: false, isSure: true };
	const kept = createPublicCache<{ words: string }>({
		invalidation: {
			on: (hearer) => void hearers.push(hearer),
			isListening: () => line.isHearing,
			get isShared() {
				return line.isShared;
			},
			sync: async () => line.isSure,
		},
		maxBytes: MOST_BYTES,
		bytesOf: ({ words }) => words.length,
		isCacheable: ({ words }) => words !== 'poor',
		...(keptOf && { toStored: keptOf }),
		...(narrowed && { refineDependency: narrowed }),
	});
	const change = (what?: InvalidationEvent) => {
		for (const hearer of hearers) hearer(what);
	};
	/** Creates a value and counts the calls. */
	const countedWork = (words = 'made') => vi.fn(async () => ({ words }));
	return { kept, line, change, making: countedWork };
}

test('many requests for one key create the value once', async () => {
	const { kept, making: countedWork } = open();
	const work = countedWork();

	const given = await Promise.all([1, 2, 3].map(() => kept.getOrCreate('list', ITEMS, work)));
	given.push(await kept.getOrCreate('list', ITEMS, work));

	expect(work).toHaveBeenCalledTimes(1);
	expect(new Set(given).size).toBe(1);
	expect(kept.find('list')).toBe(given[0]);
	expect(kept.stats()).toMatchObject({ hits: 2, misses: 3, entries: 1 });
});

test('a value is invalidated by its refined dependency', async () => {
	const { kept, change, making: countedWork } = open(undefined, () => ({ source: 'items', id: 7 }));
	await kept.getOrCreate('photo', ITEMS, countedWork());

	change({ source: 'items', ids: [8] });
	expect(kept.find('photo')).toBeDefined();

	change({ source: 'items', ids: [7] });
	expect(kept.find('photo')).toBeUndefined();
});

test('a pending value is invalidated by its declared dependency', async () => {
	const { kept, change } = open(undefined, () => ({ source: 'items', id: 7 }));
	const { promise: made, resolve: give } = Promise.withResolvers<{ words: string }>();
	const countedWork = kept.getOrCreate('photo', ITEMS, () => made);

	change({ source: 'items', ids: [8] });
	give({ words: 'made' });

	expect(await countedWork).toEqual({ words: 'made' });
	expect(kept.find('photo')).toBeUndefined();
});

test('a value is created again only after its rows change', async () => {
	const { kept, change, making: countedWork } = open();
	const work = countedWork();
	const seventh = { source: 'items', id: 7 } as const;

	const timesAfter = async (what?: InvalidationEvent) => {
		await kept.getOrCreate('item 7', seventh, work);
		work.mockClear();
		change(what);
		await kept.getOrCreate('item 7', seventh, work);
		return work.mock.calls.length;
	};

	expect(await timesAfter({ source: 'feedback' })).toBe(0);
	expect(await timesAfter({ source: 'items', ids: [6, 8] })).toBe(0);
	expect(await timesAfter({ source: 'items', ids: [6, 7] })).toBe(1);
	expect(await timesAfter({ source: 'items' })).toBe(1);
	expect(await timesAfter(undefined)).toBe(1);
});

test('a change of any item invalidates a list', async () => {
	const { kept, change, making: countedWork } = open();
	await kept.getOrCreate('list', ITEMS, countedWork());

	change({ source: 'items', ids: [7] });

	expect(kept.find('list')).toBeUndefined();
});

test('a value that changes while it is created goes to the requests already waiting and is not cached', async () => {
	const { kept, change } = open();
	const old = Promise.withResolvers<{ words: string }>();

	const before = kept.getOrCreate('list', ITEMS, () => old.promise);
	change({ source: 'items', ids: [7] });
	const after = kept.getOrCreate('list', ITEMS, async () => ({ words: 'new' }));
	old.resolve({ words: 'old' });

	expect((await before).words).toBe('old');
	expect((await after).words).toBe('new');
	expect(kept.find('list')?.words).toBe('new');
});

test('a failed or uncacheable value is created again for the next request', async () => {
	const { kept, making: countedWork } = open();
	const work = countedWork();

	await expect(
		kept.getOrCreate('list', ITEMS, () => Promise.reject(new Error('away'))),
	).rejects.toThrow();
	await kept.getOrCreate('list', ITEMS, countedWork('poor'));
	await kept.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(1);
});

test('while invalidation events cannot arrive, nothing is cached, returned from the cache or shared', async () => {
	const { kept, line, making: countedWork } = open();
	const work = countedWork();
	await kept.getOrCreate('list', ITEMS, work);

	line.isHearing = false;
	await Promise.all([kept.getOrCreate('list', ITEMS, work), kept.getOrCreate('list', ITEMS, work)]);

	expect(kept.find('list')).toBeUndefined();
	expect(work).toHaveBeenCalledTimes(3);
});

test('with several instances, a read syncs first and bypasses the cache when the sync fails', async () => {
	const { kept, line, making: countedWork } = open();
	const work = countedWork();
	await kept.getOrCreate('list', ITEMS, work);

	line.isShared = true;
	await kept.getOrCreate('list', ITEMS, work);
	line.isSure = false;
	await kept.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(2);
});

test('the least recently used value is evicted first', async () => {
	const { kept, making: countedWork } = open();
	const long = 'x'.repeat(400);

	const ask = (key: string, words: string) => kept.getOrCreate(key, ITEMS, countedWork(words));

	for (const key of ['first', 'second']) await ask(key, long);
	kept.find('first');
	await ask('third', long);
	await ask('too long', 'x'.repeat(2 * MOST_BYTES));

	expect(kept.find('first')).toBeDefined();
	expect(kept.find('second')).toBeUndefined();
	expect(kept.find('third')).toBeDefined();
	expect(kept.find('too long')).toBeUndefined();
	expect(kept.stats().bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('toStored() can wait for a repeated request and store another value than the created one', async () => {
	const {
		kept,
		change,
		making: countedWork,
	} = open(({ words }, isAskedAgain) =>
		isAskedAgain ? { words: `${words}, and kept` } : undefined,
	);
	const work = countedWork();
	const ask = async () => (await kept.getOrCreate('list', ITEMS, work)).words;

	expect(await ask()).toBe('made');
	expect(kept.find('list')).toBeUndefined();
	expect(await ask()).toBe('made, and kept');
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(2);
	// A key stored before an invalidation still counts as repeated.
	change();
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(3);
});

test('fewer recent keys are remembered when they are long', async () => {
	const { kept, making: countedWork } = open((_value, isAskedAgain) =>
		isAskedAgain ? { words: 'asked again' } : undefined,
	);
	const keys = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
	for (const key of keys) await kept.getOrCreate(key, ITEMS, countedWork());

	const answers = [];
	for (const key of [keys[49], keys[0]]) {
		answers.push(await kept.getOrCreate(key ?? '', ITEMS, countedWork()));
	}

	expect(answers).toEqual([{ words: 'asked again' }, { words: 'made' }]);
});
