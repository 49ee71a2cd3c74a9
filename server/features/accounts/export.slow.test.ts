import { expect, test } from 'vitest';
import { exportAccount } from '#contract/accounts/endpoints.ts';
import { insertFormerAddress } from '#server/features/auth/address/queries.ts';
import { openApp } from '#tests/support/app.ts';
import type { Student } from '#tests/support/factories.ts';
import { type PersonalColumn, personalColumns } from '#tests/support/personal-data.ts';
import { openPersonalRecords } from '#tests/support/personal-records.ts';

const t = await openApp();
const { createPersonWithData } = await openPersonalRecords(t);
/** Columns with secrets that give access to an account; no export contains them. */
const SECRET_COLUMNS = [
	'users.password_hash',
	'one_time_links.token_hash',
	'one_time_links.older_tokens',
];

const student = await createPersonWithData();
const nameOf = ({ table, column }: PersonalColumn) => `${table}.${column}`;

test('the test user for data exports has a value in every database column about users', async () => {
	const columns = await personalColumns(t.url, student.id);

	const empty = columns.filter(({ values }) => values.length === 0).map(nameOf);
	expect(empty, 'give these columns a value, and check that it is exported and erased').toEqual([]);
	expect(columns.length).toBeGreaterThanOrEqual(28);
});

test('a user’s data export contains everything that the database stores about the user, except secrets, nothing about other users, and photo URLs that work, including photos of hidden items and of chats', async () => {
	const other = await createPersonWithData();

	const res = await t.as(student).get('/account/export');

	expect(res.statusCode).toBe(200);
	expect(res.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
	expect(res.headers['cache-control']).toBe('no-store');
	const text = JSON.stringify(res.json());
	for (const column of await personalColumns(t.url, student.id)) {
		for (const value of column.values) {
			expect(text.includes(value), `${nameOf(column)}: ${value}`).toBe(
				!SECRET_COLUMNS.includes(nameOf(column)),
			);
		}
	}
	expect(text).not.toContain(other.canary);
	expect((await t.as(null).get(exportAccount.path)).statusCode).toBe(401);
	const { items: exported, chatPhotos: inChats } = res.json();
	for (const { photos } of exported)
		for (const address of photos) expect((await t.app.inject(address)).statusCode).toBe(200);
	expect(exported).toHaveLength(4);
	for (const { photo } of inChats) expect((await t.app.inject(photo)).statusCode).toBe(200);
	expect(inChats).toHaveLength(1);
});

test('a user’s data export lists former email addresses that have not yet been notified of the change, in the order of the changes', async () => {
	const [mover, other] = [await t.student(), await t.student()];
	const addresses = ['zoya@campus.example', 'asha@campus.example', 'mira@campus.example'];
	for (const address of addresses) await insertFormerAddress(t.db, mover.id, address);
	const formerAddressesOf = async (who: Student) =>
		(await t.as(who).get('/account/export')).json().account.formerEmail;

	expect(await formerAddressesOf(mover)).toBe(addresses.join(' '));
	expect(await formerAddressesOf(other)).toBeNull();
});
