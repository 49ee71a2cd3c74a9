import { expect, test, vi } from 'vitest';
import type { InvalidationEvent } from './invalidation.ts';
import { type CacheDependency, createPublicCache } from './public-cache.ts';

const ITEMS: CacheDependency = { source: 'items' };
const MOST_BYTES = 1000;

/** A store whose changes are told by the test. */
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
	/** Makes one under a key, and counts how often it was made. */
	const making = (words = 'made') => vi.fn(async () => ({ words }));
	return { kept, line, change, making };
}

test('is made once, however many ask for it and whenever', async () => {
	const { kept, making } = open();
	const work = making();

	const given = await Promise.all([1, 2, 3].map(() => kept.getOrCreate('list', ITEMS, work)));
	given.push(await kept.getOrCreate('list', ITEMS, work));

	expect(work).toHaveBeenCalledTimes(1);
	expect(new Set(given).size).toBe(1);
	expect(kept.find('list')).toBe(given[0]);
	expect(kept.stats()).toMatchObject({ hits: 2, misses: 3, entries: 1 });
});

test('goes by what it turned out to be made of, where that is less', async () => {
	const { kept, change, making } = open(undefined, () => ({ source: 'items', id: 7 }));
	await kept.getOrCreate('photo', ITEMS, making());

	change({ source: 'items', ids: [8] });
	expect(kept.find('photo')).toBeDefined();

	change({ source: 'items', ids: [7] });
	expect(kept.find('photo')).toBeUndefined();
});

test('that is being made goes by what it may be made of', async () => {
	const { kept, change } = open(undefined, () => ({ source: 'items', id: 7 }));
	const { promise: made, resolve: give } = Promise.withResolvers<{ words: string }>();
	const making = kept.getOrCreate('photo', ITEMS, () => made);

	change({ source: 'items', ids: [8] });
	give({ words: 'made' });

	expect(await making).toEqual({ words: 'made' });
	expect(kept.find('photo')).toBeUndefined();
});

test('is made again once what it is made of has changed, and only then', async () => {
	const { kept, change, making } = open();
	const work = making();
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

test('a list is of every item', async () => {
	const { kept, change, making } = open();
	await kept.getOrCreate('list', ITEMS, making());

	change({ source: 'items', ids: [7] });

	expect(kept.find('list')).toBeUndefined();
});

test('what changes while it is made is given to who asked before, and to nobody after', async () => {
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

test('what fails, or is for one alone, is made again', async () => {
	const { kept, making } = open();
	const work = making();

	await expect(
		kept.getOrCreate('list', ITEMS, () => Promise.reject(new Error('away'))),
	).rejects.toThrow();
	await kept.getOrCreate('list', ITEMS, making('poor'));
	await kept.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(1);
});

test('while changes go unheard nothing is kept, nor given, nor shared', async () => {
	const { kept, line, making } = open();
	const work = making();
	await kept.getOrCreate('list', ITEMS, work);

	line.isHearing = false;
	await Promise.all([kept.getOrCreate('list', ITEMS, work), kept.getOrCreate('list', ITEMS, work)]);

	expect(kept.find('list')).toBeUndefined();
	expect(work).toHaveBeenCalledTimes(3);
});

test('where others write, what they have told is heard first', async () => {
	const { kept, line, making } = open();
	const work = making();
	await kept.getOrCreate('list', ITEMS, work);

	line.isShared = true;
	await kept.getOrCreate('list', ITEMS, work);
	line.isSure = false;
	await kept.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(2);
});

test('what was not asked for longest makes room', async () => {
	const { kept, making } = open();
	const long = 'x'.repeat(400);

	const ask = (key: string, words: string) => kept.getOrCreate(key, ITEMS, making(words));

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

test('what is kept may depend on whether it is asked again, and be another than what was made', async () => {
	const { kept, change, making } = open(({ words }, isAskedAgain) =>
		isAskedAgain ? { words: `${words}, and kept` } : undefined,
	);
	const work = making();
	const ask = async () => (await kept.getOrCreate('list', ITEMS, work)).words;

	expect(await ask()).toBe('made');
	expect(kept.find('list')).toBeUndefined();
	expect(await ask()).toBe('made, and kept');
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(2);
	// What was asked again is asked again after a change as well.
	change();
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(3);
});

test('of long keys fewer are remembered as asked for', async () => {
	const { kept, making } = open((_value, isAskedAgain) =>
		isAskedAgain ? { words: 'asked again' } : undefined,
	);
	const keys = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
	for (const key of keys) await kept.getOrCreate(key, ITEMS, making());

	const answers = [];
	for (const key of [keys[49], keys[0]]) {
		answers.push(await kept.getOrCreate(key ?? '', ITEMS, making()));
	}

	expect(answers).toEqual([{ words: 'asked again' }, { words: 'made' }]);
});
