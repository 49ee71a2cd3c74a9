import { expect, test, vi } from 'vitest';
import type { PublicChange } from './invalidation.ts';
import { keepPublic, type MadeOf } from './public-cache.ts';

const ITEMS: MadeOf = { of: 'items' };
const MOST_BYTES = 1000;

/** A store whose changes are told by the test. */
function open(
	keptOf?: (value: { words: string }, isAskedAgain: boolean) => { words: string } | undefined,
	narrowed?: () => MadeOf,
) {
	const hearers: ((change?: PublicChange) => void)[] = [];
	const line = { isHearing: true, isShared: false, isSure: true };
	const kept = keepPublic<{ words: string }>({
		changes: {
			hear: (hearer) => void hearers.push(hearer),
			isHearing: () => line.isHearing,
			get isShared() {
				return line.isShared;
			},
			catchUp: async () => line.isSure,
		},
		mostBytes: MOST_BYTES,
		bytesOf: ({ words }) => words.length,
		isForAll: ({ words }) => words !== 'poor',
		...(keptOf && { keptOf }),
		...(narrowed && { narrowed }),
	});
	const change = (what?: PublicChange) => {
		for (const hearer of hearers) hearer(what);
	};
	/** Makes one under a key, and counts how often it was made. */
	const making = (words = 'made') => vi.fn(async () => ({ words }));
	return { kept, line, change, making };
}

test('is made once, however many ask for it and whenever', async () => {
	const { kept, making } = open();
	const work = making();

	const given = await Promise.all([1, 2, 3].map(() => kept.make('list', ITEMS, work)));
	given.push(await kept.make('list', ITEMS, work));

	expect(work).toHaveBeenCalledTimes(1);
	expect(new Set(given).size).toBe(1);
	expect(kept.find('list')).toBe(given[0]);
	expect(kept.figures()).toMatchObject({ hits: 2, misses: 3, entries: 1 });
});

test('goes by what it turned out to be made of, where that is less', async () => {
	const { kept, change, making } = open(undefined, () => ({ of: 'items', id: 7 }));
	await kept.make('photo', ITEMS, making());

	change({ of: 'items', ids: [8] });
	expect(kept.find('photo')).toBeDefined();

	change({ of: 'items', ids: [7] });
	expect(kept.find('photo')).toBeUndefined();
});

test('that is being made goes by what it may be made of', async () => {
	const { kept, change } = open(undefined, () => ({ of: 'items', id: 7 }));
	const { promise: made, resolve: give } = Promise.withResolvers<{ words: string }>();
	const making = kept.make('photo', ITEMS, () => made);

	change({ of: 'items', ids: [8] });
	give({ words: 'made' });

	expect(await making).toEqual({ words: 'made' });
	expect(kept.find('photo')).toBeUndefined();
});

test('is made again once what it is made of has changed, and only then', async () => {
	const { kept, change, making } = open();
	const work = making();
	const seventh = { of: 'items', id: 7 } as const;

	const timesAfter = async (what?: PublicChange) => {
		await kept.make('item 7', seventh, work);
		work.mockClear();
		change(what);
		await kept.make('item 7', seventh, work);
		return work.mock.calls.length;
	};

	expect(await timesAfter({ of: 'feedback' })).toBe(0);
	expect(await timesAfter({ of: 'items', ids: [6, 8] })).toBe(0);
	expect(await timesAfter({ of: 'items', ids: [6, 7] })).toBe(1);
	expect(await timesAfter({ of: 'items' })).toBe(1);
	expect(await timesAfter(undefined)).toBe(1);
});

test('a list is of every item', async () => {
	const { kept, change, making } = open();
	await kept.make('list', ITEMS, making());

	change({ of: 'items', ids: [7] });

	expect(kept.find('list')).toBeUndefined();
});

test('what changes while it is made is given to who asked before, and to nobody after', async () => {
	const { kept, change } = open();
	const old = Promise.withResolvers<{ words: string }>();

	const before = kept.make('list', ITEMS, () => old.promise);
	change({ of: 'items', ids: [7] });
	const after = kept.make('list', ITEMS, async () => ({ words: 'new' }));
	old.resolve({ words: 'old' });

	expect((await before).words).toBe('old');
	expect((await after).words).toBe('new');
	expect(kept.find('list')?.words).toBe('new');
});

test('what fails, or is for one alone, is made again', async () => {
	const { kept, making } = open();
	const work = making();

	await expect(kept.make('list', ITEMS, () => Promise.reject(new Error('away')))).rejects.toThrow();
	await kept.make('list', ITEMS, making('poor'));
	await kept.make('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(1);
});

test('while changes go unheard nothing is kept, nor given, nor shared', async () => {
	const { kept, line, making } = open();
	const work = making();
	await kept.make('list', ITEMS, work);

	line.isHearing = false;
	await Promise.all([kept.make('list', ITEMS, work), kept.make('list', ITEMS, work)]);

	expect(kept.find('list')).toBeUndefined();
	expect(work).toHaveBeenCalledTimes(3);
});

test('where others write, what they have told is heard first', async () => {
	const { kept, line, making } = open();
	const work = making();
	await kept.make('list', ITEMS, work);

	line.isShared = true;
	await kept.make('list', ITEMS, work);
	line.isSure = false;
	await kept.make('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(2);
});

test('what was not asked for longest makes room', async () => {
	const { kept, making } = open();
	const long = 'x'.repeat(400);

	const ask = (key: string, words: string) => kept.make(key, ITEMS, making(words));

	for (const key of ['first', 'second']) await ask(key, long);
	kept.find('first');
	await ask('third', long);
	await ask('too long', 'x'.repeat(2 * MOST_BYTES));

	expect(kept.find('first')).toBeDefined();
	expect(kept.find('second')).toBeUndefined();
	expect(kept.find('third')).toBeDefined();
	expect(kept.find('too long')).toBeUndefined();
	expect(kept.figures().bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('what is kept may depend on whether it is asked again, and be another than what was made', async () => {
	const { kept, change, making } = open(({ words }, isAskedAgain) =>
		isAskedAgain ? { words: `${words}, and kept` } : undefined,
	);
	const work = making();
	const ask = async () => (await kept.make('list', ITEMS, work)).words;

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
	for (const key of keys) await kept.make(key, ITEMS, making());

	const answers = [];
	for (const key of [keys[49], keys[0]]) {
		answers.push(await kept.make(key ?? '', ITEMS, making()));
	}

	expect(answers).toEqual([{ words: 'asked again' }, { words: 'made' }]);
});
