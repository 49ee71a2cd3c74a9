import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { ItemFields } from '#contract/items/schemas.ts';
import { openPool } from '#server/db/client.ts';
import {
	insertItem,
	insertItemPhotos,
	type NewItemFields,
} from '#server/features/items/queries.ts';
import { insertPendingPhoto } from '#server/features/photos/queries.ts';
import { hashOfPhotoUrl } from '#server/storage/photo-urls.ts';
import { openDatabase } from '#tools/lib/open-database.ts';
import { ITEM_FIELDS, insertStudent } from './factories.ts';
import { PASSWORD } from './password.ts';
import { jpeg, type TestImage } from './test-images.ts';

/** A pool to the database of the running app. It closes idle connections by itself. */
let runningAppDb: ReturnType<typeof connectToRunningApp> | undefined;

/** URL of the photo that most items share. It is uploaded once, because most tests are not about photos. */
let defaultPhoto: Promise<string> | undefined;

/** A user of the running app. */
export interface Person {
	id: number;
	token: string;
	userName: string;
	email: string;
	password: string;
}

async function post(path: string, init: RequestInit) {
	const response = await fetch(`${inject('marketAddress')}/api${path}`, {
		method: 'POST',
		...init,
	});
	const body = await response.json();
	if (!response.ok) throw new Error(`${path}: ${body.message}`);
	return body;
}

async function connectToRunningApp() {
	const options = { databaseUrl: undefined, dataDir: inject('marketDataDir') };
	const { url } = await openDatabase(options, () => undefined);
	return openPool(url, () => undefined).db;
}

/** A connection to the database of the running app. */
export function getRunningAppDb() {
	runningAppDb ??= connectToRunningApp();
	return runningAppDb;
}

/**
 * Creates a user directly in the database: hashing a password and sending a mail take longer than most tests. The address
 * is confirmed, so that no page asks for it.
 */
export async function signUpPerson(userName = 'Asha'): Promise<Person> {
	const student = { userName, emailConfirmedAt: new Date() };
	return { ...(await insertStudent(await getRunningAppDb(), student)), password: PASSWORD };
}

/** Signs up over HTTP: a confirmation link is mailed. */
export async function registerPerson(
	userName = 'Asha',
	domain = 'campus.example',
): Promise<Person> {
	const email = `${randomUUID()}@${domain}`;
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ userName, email, password: PASSWORD });
	const { user, accessToken } = await post('/auth/register', { headers, body });
	return { id: user.id, token: accessToken, userName, email, password: PASSWORD };
}

/** @returns the item's id */
export async function postItemAs(
	person: Person,
	fields: Partial<ItemFields> = {},
	pictures?: readonly TestImage[],
): Promise<number> {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...ITEM_FIELDS, ...fields })) {
		form.append(name, String(value));
	}
	if (!pictures) form.append('uploaded', JSON.stringify([await insertDefaultPhotoFor(person)]));
	for (const { name, bytes } of pictures ?? []) {
		form.append('images', new Blob([new Uint8Array(bytes)]), name);
	}
	const headers = { authorization: `Bearer ${person.token}` };
	const { item } = await post('/item/add-item', { headers, body: form });
	return item.id;
}

/**
 * Inserts items directly in the database: posting many takes seconds. Pages that already show a listing do not learn of
 * them.
 */
export async function insertItemsOf(
	{ id }: Person,
	items: readonly Partial<NewItemFields>[],
): Promise<void> {
	const { hash } = await defaultPhotoFile();
	await (await getRunningAppDb()).transaction(async (tx) => {
		for (const fields of items) {
			const itemId = await insertItem(tx, id, { ...ITEM_FIELDS, ...fields });
			await insertItemPhotos(tx, itemId, [hash]);
		}
	});
}

/** Inserts the rows that exist after the user has uploaded the default photo. */
async function insertDefaultPhotoFor({ id }: Person): Promise<string> {
	const { address, hash } = await defaultPhotoFile();
	await insertPendingPhoto(await getRunningAppDb(), id, hash);
	return address;
}

async function defaultPhotoFile() {
	defaultPhoto ??= uploadDefaultPhoto();
	const address = await defaultPhoto;
	const hash = hashOfPhotoUrl(address);
	if (!hash) throw new Error(`There is no photo at ${address}.`);
	return { address, hash };
}

/** Uploads the default photo as a user who never posts it, so that it is kept when items are deleted. */
async function uploadDefaultPhoto(): Promise<string> {
	const { name, bytes } = await jpeg({ width: 640, height: 480 });
	const body = new FormData();
	body.append('photo', new Blob([new Uint8Array(bytes)]), name);
	const headers = { authorization: `Bearer ${(await signUpPerson()).token}` };
	return (await post('/item/photos', { headers, body })).photo.url;
}

export async function markSoldAs(person: Person, item: number): Promise<void> {
	const address = `${inject('marketAddress')}/api/item/mark-as-sold/${item}`;
	const headers = { authorization: `Bearer ${person.token}` };
	const response = await fetch(address, { method: 'PATCH', headers });
	if (!response.ok) throw new Error(`mark-as-sold: ${response.status}`);
}
