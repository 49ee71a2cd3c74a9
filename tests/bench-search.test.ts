import { expect, test } from 'vitest';
import { measureDeep } from '../bench/measure-deep.ts';
import { measureSearch } from '../bench/measure-search.ts';
import { measureSearchAtOnce } from '../bench/measure-search-at-once.ts';
import { openRecordedMarket } from '../bench/recorded-market.ts';
import { SEARCH_CASES } from '../bench/search-cases.ts';
import { benchEnvironment } from './support/bench-environment.ts';
import { whenDone } from './support/when-done.ts';

const say = () => undefined;

// Nobody changes anything in it.
const market = await openRecordedMarket({ environment: await benchEnvironment(), items: 300, say });
whenDone(market.close);

test('the benchmark of finding measures every case, over HTTP and as SQL alone', async () => {
	const figures = await measureSearch(market, 1, say);

	expect(figures.map(({ name }) => name)).toEqual(SEARCH_CASES.map(({ name }) => name));
	for (const { http, sql } of figures) {
		expect([http.length, sql.length]).toEqual([1, 1]);
		for (const duration of [...http, ...sql]) expect(duration).toBeGreaterThan(0);
	}
});

test('and several people at once', async () => {
	const options = { market, people: 3, rounds: 1, seconds: 0.02, say };

	const { http, sql } = await measureSearchAtOnce(options);

	expect([http, sql]).toMatchObject([[{ failed: 0 }], [{ failed: 0 }]]);
	for (const { perSecond } of [...http, ...sql]) expect(perSecond).toBeGreaterThan(0);
});

test('the benchmark of deep pages turns to the first page and to deep ones of every order', async () => {
	const figures = await measureDeep({ market, pagesDeep: 10, rounds: 1, say });

	expect(figures).toHaveLength(5);
	for (const { first, deep, unread } of figures) {
		expect([first.length, deep.length, unread.length]).toEqual([1, 1, 1]);
	}
});
