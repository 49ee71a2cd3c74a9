import type { Item } from '#contract/items/schemas.ts';
import { openApp } from './app.ts';

type Fields = Parameters<Awaited<ReturnType<typeof openApp>>['item']>[1];

/** Opens an app that has only these items, because a listing shows all items of its app. */
export async function openListing(itemFields: Fields[]) {
	const t = await openApp();
	const seller = await t.student();
	const ids: number[] = [];
	for (const fields of itemFields) ids.push((await t.item(seller, fields)).id);
	const get = async (url: string) => (await t.as(null).get(url)).json();
	const idsAt = async (url: string): Promise<number[]> => {
		const body = await get(url);
		return (body.items ?? body).map(({ id }: Item) => id);
	};
	const search = (text: string, params = '') =>
		get(`/items?q=${encodeURIComponent(text)}${params}`);
	return { t, seller, ids, get, idsAt, search };
}

export const titlesOf = (items: readonly Item[] | undefined) => items?.map(({ title }) => title);
