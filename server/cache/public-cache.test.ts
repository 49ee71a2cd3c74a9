import { expect, test, vi } from 'vitest';
import type { InvalidationEvent } from './invalidation.ts';
import { type CacheDependency, createPublicCache } from './public-cache.ts';

const ITEMS: CacheDependency = { source: 'items' };
const MAX_BYTES = 1000;

/** A cache whose invalidation events the test sends. */
function open(
	toStored?: (value: { words: string }, isRepeated: boolean) => { words: string } | undefined,
	refineDependency?: () => CacheDependency,
) {
	const listeners: ((change?: InvalidationEvent) => void)[] = [];
	const invalidation = { isListening: true, isShared: false, canSync: true };
	const cache = createPublicCache<{ words: string; expiresAt?: number }>({
		invalidation: {
			on: (listener) => void listeners.push(listener),
			isListening: () => invalidation.isListening,
			get isShared() {
				return invalidation.isShared;
			},
			sync: async () => invalidation.canSync,
		},
		maxBytes: MAX_BYTES,
		bytesOf: ({ words }) => words.length,
		isCacheable: ({ words }) => words !== 'uncacheable',
		expiresAt: ({ expiresAt }) => expiresAt,
		...(toStored && { toStored }),
		...(refineDependency && { refineDependency }),
	});
	const change = (what?: InvalidationEvent) => {
		for (const listener of listeners) listener(what);
	};
	/** Creates a value and counts the calls. */
	const createWork = (words = 'made') => vi.fn(async () => ({ words }));
	return { cache, invalidation, change, createWork };
}

test('concurrent requests for the same cache key create the value only once', async () => {
	const { cache, createWork } = open();
	const work = createWork();

	const results = await Promise.all([1, 2, 3].map(() => cache.getOrCreate('list', ITEMS, work)));
	results.push(await cache.getOrCreate('list', ITEMS, work));

	expect(work).toHaveBeenCalledTimes(1);
	expect(new Set(results).size).toBe(1);
	expect(cache.find('list')).toBe(results[0]);
	expect(cache.stats()).toMatchObject({ hits: 2, misses: 3, entries: 1 });
});

test('after refineDependency() narrows a cached value to one item, only changes of this item invalidate the value', async () => {
	const { cache, change, createWork } = open(undefined, () => ({ source: 'items', id: 7 }));
	await cache.getOrCreate('photo', ITEMS, createWork());

	change({ source: 'items', ids: [8] });
	expect(cache.find('photo')).toBeDefined();

	change({ source: 'items', ids: [7] });
	expect(cache.find('photo')).toBeUndefined();
});

test('a pending value is invalidated by any change of its declared dependency, which refineDependency() has not yet narrowed', async () => {
	const { cache, change } = open(undefined, () => ({ source: 'items', id: 7 }));
	const { promise: work, resolve } = Promise.withResolvers<{ words: string }>();
	const created = cache.getOrCreate('photo', ITEMS, () => work);

	change({ source: 'items', ids: [8] });
	resolve({ words: 'made' });

	expect(await created).toEqual({ words: 'made' });
	expect(cache.find('photo')).toBeUndefined();
});

test('when more values are pending than the cache can track, and their rows change, none of the values is cached', async () => {
	const { cache, change } = open();
	const { promise: work, resolve } = Promise.withResolvers<{ words: string }>();
	const keys = Array.from({ length: 1001 }, (_, index) => `list ${index}`);
	const created = keys.map((key) => cache.getOrCreate(key, ITEMS, () => work));

	change({ source: 'items' });
	resolve({ words: 'made' });
	await Promise.all(created);

	expect(keys.filter((key) => cache.find(key))).toEqual([]);
});

test('a cached value is created again only after its rows change, a list after any change of an item', async () => {
	const { cache, change, createWork } = open();
	const work = createWork();
	const seventh = { source: 'items', id: 7 } as const;

	const runsAfter = async (what?: InvalidationEvent) => {
		await cache.getOrCreate('item 7', seventh, work);
		work.mockClear();
		change(what);
		await cache.getOrCreate('item 7', seventh, work);
		return work.mock.calls.length;
	};

	expect(await runsAfter({ source: 'feedback' })).toBe(0);
	expect(await runsAfter({ source: 'items', ids: [6, 8] })).toBe(0);
	expect(await runsAfter({ source: 'items', ids: [6, 7] })).toBe(1);
	expect(await runsAfter({ source: 'items' })).toBe(1);
	expect(await runsAfter(undefined)).toBe(1);
	await cache.getOrCreate('list', ITEMS, work);
	change({ source: 'items', ids: [9] });
	expect(cache.find('list')).toBeUndefined();
});

test('when its rows change, a pending value is returned to the requests that already wait, and is not cached', async () => {
	const { cache, change } = open();
	const old = Promise.withResolvers<{ words: string }>();

	const before = cache.getOrCreate('list', ITEMS, () => old.promise);
	change({ source: 'items', ids: [7] });
	const after = cache.getOrCreate('list', ITEMS, async () => ({ words: 'new' }));
	old.resolve({ words: 'old' });

	expect((await before).words).toBe('old');
	expect((await after).words).toBe('new');
	expect(cache.find('list')?.words).toBe('new');
});

test('a cached value is not returned after it expires, and a value that has already expired is not cached', async () => {
	const { cache, createWork } = open();
	const until = Date.now() + 100;
	await cache.getOrCreate('soon', ITEMS, async () => ({ words: 'old', expiresAt: until }));
	await cache.getOrCreate('now', ITEMS, async () => ({ words: 'old', expiresAt: 0 }));

	expect(cache.find('now')).toBeUndefined();
	expect(cache.find('soon')?.words).toBe('old');
	await expect.poll(() => Date.now() >= until).toBe(true);
	expect(cache.find('soon')).toBeUndefined();
	await cache.getOrCreate('soon', ITEMS, createWork('new'));
	expect(cache.find('soon')?.words).toBe('new');
});

test('a failed or uncacheable value is created again for the next request', async () => {
	const { cache, createWork } = open();
	const work = createWork();

	await expect(
		cache.getOrCreate('list', ITEMS, () => Promise.reject(new Error('away'))),
	).rejects.toThrow();
	await cache.getOrCreate('list', ITEMS, createWork('uncacheable'));
	await cache.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(1);
});

test('while invalidation events cannot arrive, no value is cached, returned from the cache or shared by requests', async () => {
	const { cache, invalidation, createWork } = open();
	const work = createWork();
	await cache.getOrCreate('list', ITEMS, work);

	invalidation.isListening = false;
	await Promise.all([
		cache.getOrCreate('list', ITEMS, work),
		cache.getOrCreate('list', ITEMS, work),
	]);

	expect(cache.find('list')).toBeUndefined();
	expect(work).toHaveBeenCalledTimes(3);
});

test('with several instances, a cache read first syncs invalidation events, and bypasses the cache if the sync fails', async () => {
	const { cache, invalidation, createWork } = open();
	const work = createWork();
	await cache.getOrCreate('list', ITEMS, work);

	invalidation.isShared = true;
	await cache.getOrCreate('list', ITEMS, work);
	invalidation.canSync = false;
	await cache.getOrCreate('list', ITEMS, work);

	expect(work).toHaveBeenCalledTimes(2);
});

test('when the cache is full, the least recently used value is evicted first', async () => {
	const { cache, createWork } = open();
	const long = 'x'.repeat(400);

	const ask = (key: string, words: string) => cache.getOrCreate(key, ITEMS, createWork(words));

	for (const key of ['first', 'second']) await ask(key, long);
	cache.find('first');
	await ask('third', long);
	await ask('too long', 'x'.repeat(2 * MAX_BYTES));

	expect(cache.find('first')).toBeDefined();
	expect(cache.find('second')).toBeUndefined();
	expect(cache.find('third')).toBeDefined();
	expect(cache.find('too long')).toBeUndefined();
	expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('the memory limit of the cache includes the keys', async () => {
	const { cache, createWork } = open();
	const keys = ['first', 'second', 'third'].map((key) => key.padEnd(400));

	for (const key of keys) await cache.getOrCreate(key, ITEMS, createWork());

	expect(keys.map((key) => cache.find(key) !== undefined)).toEqual([false, true, true]);
	expect(cache.stats().bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('toStored() can delay caching until the second request, and can cache another value than the created one', async () => {
	const { cache, change, createWork } = open(({ words }, isRepeated) =>
		isRepeated ? { words: `${words}, and kept` } : undefined,
	);
	const work = createWork();
	const ask = async () => (await cache.getOrCreate('list', ITEMS, work)).words;

	expect(await ask()).toBe('made');
	expect(cache.find('list')).toBeUndefined();
	expect(await ask()).toBe('made, and kept');
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(2);
	// A key stored before an invalidation still counts as repeated.
	change();
	expect(await ask()).toBe('made, and kept');
	expect(work).toHaveBeenCalledTimes(3);
});

test('the cache remembers fewer recently requested keys when the keys are long', async () => {
	const { cache, createWork } = open((_value, isRepeated) =>
		isRepeated ? { words: 'asked again' } : undefined,
	);
	const keys = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
	for (const key of keys) await cache.getOrCreate(key, ITEMS, createWork());

	const answers = [];
	for (const key of [keys[49], keys[0]]) {
		answers.push(await cache.getOrCreate(key ?? '', ITEMS, createWork()));
	}

	expect(answers).toEqual([{ words: 'asked again' }, { words: 'made' }]);
});
