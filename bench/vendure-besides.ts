import { deepStrictEqual } from 'node:assert/strict';
import type { Item } from '#contract/items.ts';
import { encodeCursor } from '#server/features/items/listing.ts';
import { askInTurns } from './closed-loop.ts';
import { STRANGER } from './search-cases.ts';

const CONNECTIONS = 40;
const PAGE = 24;
const CATEGORY = 'Books';
const OURS = `/api/items?category=${CATEGORY}&limit=${PAGE}`;
/** Beyond this the market only says that there are more. */
const COUNTED_UP_TO = 1000;

/** One question, with the address of whoever is asked. */
interface Question {
	address: string;
	nextPath: () => string;
	headers?: Record<string, string>;
}

/** A question to the market, and the one to Vendure that it is held against. */
interface Beside {
	name: string;
	/** How many times Vendure's rate it should be. */
	wanted: number;
	market: Question;
	vendure: Question;
}

/** What one turn came to. */
interface Turn {
	perSecond: number;
	p99: number;
	failed: number;
}

export interface Measured extends Pick<Beside, 'name' | 'wanted'> {
	market: Turn[];
	/** Right before each of the market's. */
	vendure: Turn[];
}

/**
 * What both are asked, after both have been seen to answer the same: a page with its count, as a shop asks Vendure for products,
 * and a page alone, which is the least it can be asked.
 * @param market its address
 * @param vendure the address of what it shows to people who buy
 * @throws Error where they do not answer the same
 */
export async function besidesOf(market: string, vendure: string): Promise<Beside[]> {
	const { origin, pathname } = new URL(vendure);
	const facet = await facetValueOf(vendure);
	const pathOf = (grouped: boolean) => `${pathname}?${asked(searchFor(facet, grouped))}`;
	const counted = { address: origin, nextPath: () => pathOf(true) };
	const least = { address: origin, nextPath: () => pathOf(false) };
	const newest = await requireSame(market, [origin + pathOf(true), origin + pathOf(false)]);
	let behind = newest;
	/** The newest page, by a place in the list that nobody has named before. */
	const anotherPage = () => {
		const cursor = encodeCursor('newest', { id: ++behind, key: null }, '1000+');
		return `${OURS}&cursor=${cursor}`;
	};
	const ready = { address: market, nextPath: () => OURS };
	return [
		{
			...{ name: 'with its count, uncached', wanted: 7, vendure: counted },
			market: { ...ready, headers: STRANGER },
		},
		{
			...{ name: 'the page alone, uncached', wanted: 7, vendure: least },
			market: { ...ready, nextPath: anotherPage },
		},
		{ name: 'with its count, ready', wanted: 25, vendure: counted, market: ready },
		{ name: 'the page alone, ready', wanted: 25, vendure: least, market: ready },
	];
}

/** Asks both in turns. The first round warms them, and is not counted. */
export async function measureBesides(
	besides: readonly Beside[],
	{ rounds, seconds, say }: { rounds: number; seconds: number; say: (line: string) => void },
): Promise<Measured[]> {
	const measured = besides.map(
		({ name, wanted }): Measured => ({ name, wanted, market: [], vendure: [] }),
	);
	for (let round = 0; round <= rounds; round++) {
		for (const [index, { name, market, vendure }] of besides.entries()) {
			const theirs = await turnOf(vendure, seconds);
			const ours = await turnOf(market, seconds);
			if (round === 0) continue;
			measured[index]?.vendure.push(theirs);
			measured[index]?.market.push(ours);
			const ratio = (ours.perSecond / theirs.perSecond).toFixed(1);
			say(`${name}: ${Math.round(ours.perSecond)}/s, ${ratio} times Vendure`);
		}
	}
	return measured;
}

async function turnOf(question: Question, seconds: number): Promise<Turn> {
	const load = { ...question, connections: CONNECTIONS, seconds, status: 200 };
	const { perSecond, taken, failed } = await askInTurns(load);
	return { perSecond, p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN, failed };
}

function asked(query: string): URLSearchParams {
	return new URLSearchParams({ query });
}

function searchFor(facet: string, isCounted: boolean): string {
	const price = isCounted ? '... on PriceRange { min }' : '... on SinglePrice { value }';
	const input = `facetValueFilters: [{ and: "${facet}" }], groupByProduct: ${isCounted}, take: ${PAGE}`;
	return `{ search(input: { ${input} }) { ${isCounted ? 'totalItems' : ''} items {
		productId productName slug description currencyCode facetValueIds price { ${price} }
	} } }`.replace(/\s+/g, ' ');
}

interface Shown {
	search: {
		totalItems?: number;
		items: { productName: string; slug: string; price: { min?: number; value?: number } }[];
	};
}

async function facetValueOf(vendure: string): Promise<string> {
	const query = asked('{ facets { items { values { id name } } } }');
	const { facets } = await dataAt<{
		facets: { items: { values: { id: string; name: string }[] }[] };
	}>(`${vendure}?${query}`);
	const values = facets.items.flatMap((facet) => facet.values);
	const found = values.find(({ name }) => name === CATEGORY);
	if (!found) throw new Error(`Vendure does not know ${CATEGORY}.`);
	return found.id;
}

async function dataAt<Data>(address: string): Promise<Data> {
	const { data, errors } = await (await fetch(address)).json();
	if (errors) throw new Error(`Vendure answers ${JSON.stringify(errors)}`);
	return data;
}

/** @returns the number of the newest item that they show */
async function requireSame(market: string, theirs: readonly string[]): Promise<number> {
	const page = await (await fetch(market + OURS)).json();
	const { items, total } = page as { items: Item[]; total: number | '1000+' };
	const ours = items.map(({ id, title, price }) => [`item-${id}`, title, Math.round(price * 100)]);
	for (const address of theirs) {
		const { search } = await dataAt<Shown>(address);
		const shown = search.items.map(({ slug, productName, price }) => [
			...[slug, productName, price.min ?? price.value],
		]);
		deepStrictEqual(shown, ours, 'Vendure shows other items than the market.');
		const { totalItems } = search;
		if (totalItems === undefined) continue;
		const counted = totalItems > COUNTED_UP_TO ? '1000+' : totalItems;
		deepStrictEqual(counted, total, 'Vendure counts otherwise than the market.');
	}
	return items[0]?.id ?? 0;
}
