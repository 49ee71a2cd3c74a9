import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { besidesOf, measureBesides } from '../bench/vendure-besides.ts';

const ITEMS = [
	{ id: 7, title: 'Casio calculator', price: 450.5 },
	{ id: 3, title: 'Physics book', price: 120 },
];
const FACETS = { facets: { items: [{ values: [{ id: '2', name: 'Books' }] }] } };
const SEARCH = {
	search: {
		totalItems: ITEMS.length,
		items: ITEMS.map(({ id, title, price }) => ({
			...{ productName: title, slug: `item-${id}` },
			price: { value: price * 100 },
		})),
	},
};

/** Stands in for one of the two. */
async function answering(answer: (asked: URLSearchParams) => unknown): Promise<string> {
	const server = createServer((request, response) => {
		const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
		const body = JSON.stringify(answer(asked));
		response.setHeader('content-length', Buffer.byteLength(body));
		response.end(body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const vendureAnswering = async () =>
	`${await answering((asked) => ({
		data: asked.get('query')?.includes('facets') ? FACETS : SEARCH,
	}))}/shop-api`;

test('the market and Vendure are asked in turns, uncached and for what is ready', async () => {
	const cursors = new Set<string>();
	const market = await answering((asked) => {
		const cursor = asked.get('cursor');
		if (cursor) cursors.add(cursor);
		return { items: ITEMS, total: ITEMS.length };
	});

	const besides = await besidesOf(market, await vendureAnswering());
	const options = { rounds: 1, seconds: 0.02, say: () => undefined };
	const measured = await measureBesides(besides, options);

	expect(measured.map(({ wanted }) => wanted)).toEqual([7, 7, 25, 25]);
	for (const turn of measured.flatMap((one) => [...one.market, ...one.vendure])) {
		expect(turn.failed).toBe(0);
		expect(turn.perSecond).toBeGreaterThan(0);
	}
	expect(cursors.size).toBeGreaterThanOrEqual(measured[1]?.market.length ?? Number.NaN);
});

test('nothing is measured where they show or count other items', async () => {
	const vendure = await vendureAnswering();
	const others = await answering(() => ({ items: ITEMS.slice(1), total: ITEMS.length }));
	const more = await answering(() => ({ items: ITEMS, total: '1000+' }));

	await expect(besidesOf(others, vendure)).rejects.toThrow('shows other items');
	await expect(besidesOf(more, vendure)).rejects.toThrow('counts otherwise');
});
