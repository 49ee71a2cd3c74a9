import { readFile } from 'node:fs/promises';

const FIELDS = {
	title: 'Casio fx-991ES Plus',
	description: 'Two semesters old, all keys fine.',
	price: '850',
	category: 'Instruments',
};

/** An item with its photos, as a browser posts it. */
export function createItemForm(photos: readonly Blob[]): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(FIELDS)) form.append(name, value);
	for (const photo of photos) form.append('images', photo, 'photo.jpg');
	return form;
}

/** @throws Error when the item is not created */
export async function postItem(address: string, token: string, form: FormData): Promise<void> {
	const response = await fetch(`${address}/api/item/add-item`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: form,
	});
	const text = await response.text();
	if (response.status !== 201)
		throw new Error(`Posting an item failed: ${response.status}, ${text}`);
}

/** The form of an item as encoded bytes, to be sent many times. @param paths the files of the photos */
export async function encodeItemForm(
	paths: readonly string[],
): Promise<{ type: string; body: Buffer<ArrayBuffer> }> {
	const photos = await Promise.all(
		paths.map(async (path) => new Blob([new Uint8Array(await readFile(path))])),
	);
	const encodedForm = new Response(createItemForm(photos));
	const type = encodedForm.headers.get('content-type') ?? '';
	return { type, body: Buffer.from(await encodedForm.arrayBuffer()) };
}
