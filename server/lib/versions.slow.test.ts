import { expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { openApp } from '#tests/support/app.ts';
import { ITEM_FIELDS, type Student } from '#tests/support/factories.ts';
import { PASSWORD } from '#tests/support/password.ts';

const t = await openApp();

/** Something that a form edits, and the field in which two forms differ. */
interface Edited {
	read: () => Promise<Record<string, unknown>>;
	send: (fields: Record<string, unknown>) => ReturnType<ReturnType<typeof t.as>['put']>;
	field: string;
	/** What the other form and this form store. */
	theirs: unknown;
	mine: unknown;
	/** What this form sends once it knows of the other one, if not `mine`. */
	decided?: unknown;
}

async function openItem(
	who: Student,
	change: Pick<Edited, 'field' | 'theirs' | 'mine'>,
): Promise<Edited> {
	const item = await t.item(who, { photoCount: 3 });
	const urls = item.hashes.map((hash) => `/photos/${hash}-1600.webp`);
	return {
		...change,
		read: async () => (await t.as(who).get(`/item/get-item-details/${item.id}`)).json().data,
		send: ({ imageUrl = urls, ...fields }) =>
			t.as(who).form('PUT', `/item/update-item/${item.id}`, {
				...ITEM_FIELDS,
				...(fields as Record<string, string>),
				keepExistingImages: JSON.stringify(imageUrl),
			}),
	};
}

async function openPhotos(who: Student): Promise<Edited> {
	const item = await openItem(who, { field: 'imageUrl', theirs: [], mine: [] });
	const urls = (await item.read()).imageUrl as string[];
	const theirs = urls.slice(1);
	// The first photo is no longer there: this form cannot keep it.
	return { ...item, theirs, mine: urls.toReversed(), decided: theirs.toReversed() };
}

function openAccount(
	who: Student,
	path: string,
	change: Pick<Edited, 'field' | 'theirs' | 'mine'>,
): Edited {
	return {
		...change,
		read: async () => {
			const { account } = (await t.as(who).get('/account')).json();
			return { ...account, email: account.pendingEmail ?? account.email };
		},
		send: (fields) => t.as(who).put(path, { currentPassword: PASSWORD, ...fields }),
	};
}

async function openWanted(who: Student): Promise<Edited> {
	const first = { title: 'Lab coat', note: 'Size M' };
	const { id } = (await t.as(who).post('/wanted', first)).json().wanted;
	return {
		field: 'title',
		theirs: 'White lab coat',
		mine: 'Lab coat, size M',
		read: async () => (await t.as(who).get(`/wanted/${id}`)).json().wanted,
		send: (fields) => t.as(who).put(`/wanted/${id}`, { ...first, ...fields }),
	};
}

async function openSearch(who: Student): Promise<Edited> {
	const { id } = (await t.as(who).post('/searches', { query: 'q=lot' })).json().search;
	return {
		field: 'alert',
		theirs: 'instant',
		mine: 'off',
		read: async () => (await t.as(who).get('/searches')).json().searches[0],
		send: (fields) => t.as(who).put(`/searches/${id}`, fields),
	};
}

let lastNumber = 9_876_530_000;
const freshPhone = () => `+91${lastNumber++}`;
const freshEmail = () => `${freshPhone().slice(1)}@elsewhere.example`;

const FORMS: Record<string, (who: Student) => Edited | Promise<Edited>> = {
	'the price of an item': (who) => openItem(who, { field: 'price', theirs: 400, mine: 500 }),
	'the photos of an item': openPhotos,
	'a name': (who) =>
		openAccount(who, '/account/name', { field: 'userName', theirs: 'Asha R', mine: 'Asha Rao' }),
	'an email address': (who) =>
		openAccount(who, '/account/email', {
			field: 'email',
			theirs: freshEmail(),
			mine: freshEmail(),
		}),
	'a phone number': (who) =>
		openAccount(who, '/account/phone', {
			field: 'phoneNumber',
			theirs: freshPhone(),
			mine: freshPhone(),
		}),
	'a wanted post': openWanted,
	'the alert of a saved search': openSearch,
};

test.each(Object.entries(FORMS))(
	'of two forms for %s, the one that is saved second is told what the first one has stored, and can then decide',
	async (_name, open) => {
		const who = await t.student({ emailConfirmedAt: new Date() });
		const { read, send, field, theirs, mine, decided = mine } = await open(who);
		const { version } = await read();

		await send({ [field]: theirs, version });
		const refused = await send({ [field]: mine, version });
		const meanwhile = await read();
		const repeated = await send({ [field]: theirs, version });
		const last = await send({ [field]: decided, version: meanwhile.version });

		expect(meanwhile[field]).toEqual(theirs);
		expect([refused.statusCode, refused.json()]).toEqual([
			409,
			{
				success: false,
				...REQUEST_ERRORS.changedMeanwhile,
				current: expect.objectContaining({ [field]: theirs, version: meanwhile.version }),
			},
		]);
		if (field === 'email') {
			// A second mail within a minute is refused: the version was accepted.
			expect([repeated.statusCode, last.statusCode]).toEqual([429, 429]);
		} else {
			expect([repeated.statusCode, last.statusCode]).toEqual([200, 200]);
			expect((await read())[field]).toEqual(decided);
		}
	},
);

test('what an edit form does not show, such as a heart, makes no other version of an item', async () => {
	const who = await t.student();
	const { read, send } = await openItem(who, { field: 'price', theirs: 1, mine: 2 });
	const { id, version } = await read();
	await t.as(await t.student()).put(`/saved/${id}`);

	const res = await send({ title: 'New words', version });

	expect(res.statusCode).toBe(200);
});
