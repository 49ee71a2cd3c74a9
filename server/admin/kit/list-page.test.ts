import { describe, expect, test, vi } from 'vitest';
import { findPage } from './list-page.ts';

interface PageRange {
	offset: number;
	size: number;
}

/** A list of numbers that records how it was queried. */
function createList(count: number) {
	const numbers = Array.from({ length: count }, (_, index) => index);
	const withoutCount = vi.fn(async ({ offset, size }: PageRange) =>
		numbers.slice(offset, offset + size),
	);
	const withCount = vi.fn(async (range: PageRange) => ({
		found: Math.min(count, 10_001),
		entries: numbers.slice(range.offset, range.offset + range.size),
	}));
	return { withCount, withoutCount };
}

test.each([
	[1, 10, { offset: 0, size: 10 }],
	[3, 50, { offset: 100, size: 50 }],
	[1000, 10, { offset: 9990, size: 10 }],
])(
	'page %d with %d entries per page is listed and counted in one query',
	async (page, limit, range) => {
		const list = createList(20_000);

		const { found, entries } = await findPage({ page, limit }, list);

		expect([found, entries[0], entries.length]).toEqual([10_001, range.offset, limit]);
		expect(list.withCount.mock.calls).toEqual([[range]]);
		expect(list.withoutCount).not.toHaveBeenCalled();
	},
);

test.each([
	['crosses the count limit', 334, 30, 9990, 30, 10_021],
	['begins at the count limit', 1001, 10, 10_000, 10, 10_011],
	['is the last one and full', 2000, 10, 19_990, 10, 20_000],
	['is the last one and partly filled', 667, 30, 19_980, 20, 20_000],
])(
	'a list page that %s is queried with one extra row instead of a count',
	async (_, page, limit, ...rest) => {
		const [first, length, expectedFound] = rest;
		const list = createList(20_000);

		const { found, entries } = await findPage({ page, limit }, list);

		expect([entries[0], entries.length, found]).toEqual([first, length, expectedFound]);
		expect(list.withCount).not.toHaveBeenCalled();
	},
);

// A query counts no further than one entry more than PAGING_LIMITS.countLimit.
test.each([
	[20_000, 10_001],
	[10_000, 10_000],
	[7, 7],
])(
	'in a list of %d entries, a page after the last one is empty and reports %d as the total',
	async (count, found) => {
		const list = createList(count);

		expect(await findPage({ page: 2_147_483_647, limit: 100 }, list)).toEqual({
			found,
			entries: [],
		});
	},
);

describe('lists whose total is a column of the rows', () => {
	const createListCountedByEntries = (count: number) => {
		const { withCount, withoutCount } = createList(count);
		const countedByEntries = vi.fn(async (range: PageRange) => {
			const { found, entries } = await withCount(range);
			return { found: entries.length > 0 ? found : undefined, entries };
		});
		return { withCount: countedByEntries, withoutCount };
	};

	test('a page after the last one takes the total from the first page, and an empty first page is not queried again', async () => {
		const list = createListCountedByEntries(7);

		expect(await findPage({ page: 3, limit: 10 }, list)).toEqual({ found: 7, entries: [] });
		expect(list.withCount.mock.calls).toEqual([
			[{ offset: 20, size: 10 }],
			[{ offset: 0, size: 1 }],
		]);
		const empty = createListCountedByEntries(0);
		expect(await findPage({ page: 1, limit: 10 }, empty)).toEqual({ found: 0, entries: [] });
		expect(empty.withCount).toHaveBeenCalledOnce();
		expect(await findPage({ page: 5000, limit: 10 }, empty)).toEqual({ found: 0, entries: [] });
	});
});
