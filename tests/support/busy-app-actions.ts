import { randomInt } from 'node:crypto';
import { ITEM_FIELDS } from './factories.ts';
import { jpeg } from './test-images.ts';

/** `createdId`: the id of what was created, 0 if nothing is created. `status`: that of the failure, undefined without a response. */
export type Outcome = { createdId: number } | { status: number | undefined };

interface Actors {
	poster: { token: string };
	seller: { token: string };
	admin: { token: string };
	/** The seller's item, which is edited again and again. */
	itemId: number;
}

/** The actions of users on an app, by name. */
export function createActions(address: string, { poster, seller, admin, itemId }: Actors) {
	async function send(
		{ token }: { token: string },
		[method, path]: [method: string, path: string],
		body: object,
		extraHeaders: Record<string, string> = {},
	): Promise<Outcome> {
		const isForm = body instanceof FormData;
		const type = isForm ? extraHeaders : { 'content-type': 'application/json' };
		const headers = { authorization: `Bearer ${token}`, ...type };
		const payload = isForm ? body : JSON.stringify(body);
		try {
			const response = await fetch(`${address}/api${path}`, { method, headers, body: payload });
			const { item } = (await response.json()) as { item?: { id: number } };
			return response.ok ? { createdId: item?.id ?? 0 } : { status: response.status };
		} catch {
			return { status: undefined };
		}
	}

	/** Posts an item with an idempotency key, which is its title as well. */
	const post = async (key: string) =>
		send(poster, ['POST', '/item/add-item'], await itemForm(key, 850, 2), {
			'idempotency-key': key,
		});

	/** @param name such as 'edit 1001': the new title, whose number is the new price */
	async function edit(name: string) {
		const form = await itemForm(name, Number(name.split(' ')[1]), 1);
		return send(seller, ['PUT', `/item/update-item/${itemId}`], form);
	}

	const sell = (id: string) => send(seller, ['PATCH', `/item/mark-as-sold/${id}`], {});
	const ban = (id: string) => send(admin, ['PUT', `/admin/users/${id}/ban`], { reason: 'Enough.' });
	const decide = (id: string) =>
		send(admin, ['PUT', `/admin/reports/${id}/resolve`], { action: 'item_banned' });

	return { post, edit, sell, ban, decide };
}

/** A form with texts made from one name, and this many unique pictures. */
async function itemForm(title: string, price: number, photos: number): Promise<FormData> {
	const form = new FormData();
	const fields = { ...ITEM_FIELDS, title, description: title, price };
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	for (let count = 0; count < photos; count++) {
		const colour = `rgb(${randomInt(256)},${randomInt(256)},${randomInt(256)})`;
		const side = randomInt(60, 400);
		const { name, bytes } = await jpeg({ width: side, height: randomInt(60, 400), colour });
		form.append('images', new Blob([new Uint8Array(bytes)]), name);
	}
	return form;
}
