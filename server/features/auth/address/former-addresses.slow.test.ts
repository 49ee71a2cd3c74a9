import { pino } from 'pino';
import { expect, test } from 'vitest';
import { erasePersonalData } from '#server/app/account-lifecycle.ts';
import { openLocalCounter } from '#server/cluster/counter.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { eraseRestored } from '#server/features/accounts/commands.ts';
import { lockUser } from '#server/features/auth/queries.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openApp } from '#tests/support/app.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { waitForBlockedSession } from '#tests/support/lock-waits.ts';
import { MAIL_HEADER as header } from '#tests/support/outbox.ts';
import { query } from '#tests/support/query.ts';
import { openChangeMailCounter, sendAccountMail } from './mails.ts';
import { insertFormerAddress, listFormerAddresses } from './queries.ts';

const t = await openApp();
const erasureDeps = { db: t.db, addTask: t.queue.addTask, erasePersonalData };
const [ZOYA, ASHA] = ['zoya@old.example', 'asha@old.example'];

/** What the previous version reads and writes: all former addresses of a user in one text, separated by spaces. */
async function legacyTextOf(id: number): Promise<string | null | undefined> {
	const [row] = await query(t.url, 'select former_email as text from users where id = $1', [id]);
	return row?.text;
}

const writeLegacyText = (id: number, text: string | null) =>
	query(t.url, 'update users set former_email = $2 where id = $1', [id, text]);

/** Removes an address as the previous version does after sending its mail. */
const removeFromLegacyText = (id: number, address: string) =>
	query(
		t.url,
		`update users set former_email =
			nullif(array_to_string(array_remove(string_to_array(former_email, ' '), $2), ' '), '')
		where id = $1`,
		[id, address],
	);

/** @returns the addresses that got a mail */
async function sendChangeMails(id: number): Promise<string[]> {
	const addresses: string[] = [];
	const send = async ({ to }: Mail) => void addresses.push(to.address);
	const mail = { send, description: '', close: () => undefined };
	const changeMailCounter = openChangeMailCounter(openLocalCounter);
	const mailDeps = { db: t.db, mail, header, changeMailCounter, log: pino({ level: 'silent' }) };
	await sendAccountMail(mailDeps, { letter: 'email-changed', userId: id });
	return addresses;
}

test('the migration keeps former email addresses that still wait for a mail, in order and without duplicates', async () => {
	const url = await createEmptyDatabase();
	await migrate(url, { through: '0016_one_spelling_in_the_office' });
	await query(
		url,
		`insert into users (id, user_name, email, former_email) values
			(1, 'Several', '1@campus.example', $1), (2, 'One', '2@campus.example', $2),
			(3, 'None', '3@campus.example', null)`,
		[`${ZOYA} ${ASHA} ${ZOYA}`, 'mira@old.example'],
	);

	await migrate(url);

	const selectAddresses =
		'select user_id as id, email from former_addresses order by user_id, position';
	expect(await query(url, selectAddresses)).toEqual([
		{ id: 1, email: ZOYA },
		{ id: 1, email: ASHA },
		{ id: 2, email: 'mira@old.example' },
	]);
});

test('when old and new server versions send mails during an erasure, no deadlock occurs and no former email address remains', async () => {
	const { id } = await t.student();
	const addresses = Array.from({ length: 12 }, (_, n) => `old-${n}@old.example`);
	await writeLegacyText(id, addresses.join(' '));

	await Promise.all([
		sendChangeMails(id),
		...addresses.map((address) => removeFromLegacyText(id, address)),
		eraseRestored(erasureDeps, id, new Date()),
	]);

	expect(await listFormerAddresses(t.db, id)).toEqual([]);
	expect(await legacyTextOf(id)).toBeNull();
});

test('erasing an account also removes a former email address that a concurrent change adds', async () => {
	const { id } = await t.student();
	let erased: Promise<boolean> | undefined;

	await t.db.transaction(async (tx) => {
		await lockUser(tx, id);
		erased = eraseRestored(erasureDeps, id, new Date());
		await waitForBlockedSession(t.url);
		await insertFormerAddress(tx, id, ZOYA);
	});

	expect(await erased).toBe(true);
	expect(await listFormerAddresses(t.db, id)).toEqual([]);
	expect(await legacyTextOf(id)).toBeNull();
});
