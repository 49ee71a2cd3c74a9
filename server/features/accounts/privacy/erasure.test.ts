import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { exportAccount } from '#contract/accounts/endpoints.ts';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES, DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import { erasePersonalData } from '#server/app/personal-data.ts';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';
import { dealSteps, deals } from '#server/db/schema/deals.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { itemPhotos, items } from '#server/db/schema/items.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { idempotencyKeys, pendingPhotos } from '#server/db/schema/pending-photos.ts';
import {
	itemReports,
	reviewReports,
	userReports,
	wantedReports,
} from '#server/db/schema/reports.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { insertFormerAddress } from '#server/features/accounts/former-address-queries.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { insertSession } from '#server/features/auth/sessions/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { openApp } from '#tests/support/app.ts';
import { openCompletedDeals } from '#tests/support/completed-deals.ts';
import type { Student } from '#tests/support/factories.ts';
import { openOutbox } from '#tests/support/outbox.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { dumpAll, type PersonalColumn, personalColumns } from '#tests/support/personal-data.ts';
import { eraseLateWrites } from './erasure.ts';

const t = await openApp();
const sales = openCompletedDeals(t);
const outbox = await openOutbox(t);
const erasureDeps = { db: t.db, addTask: t.queue.addTask, erasePersonalData };
/** Secrets that open an account; no export contains them. */
const LINKS = ['one_time_links.token_hash', 'one_time_links.older_tokens'];
const SECRETS = ['users.password_hash', ...LINKS];

const TESTIMONIAL = {
	status: 'approved',
	isPublic: true,
	isFeatured: true,
	reviewedAt: new Date('2026-10-01T09:30:00Z'),
};

let lastNumber = 9_876_530_000;

/** A user who has a unique value in every column of every table about users. */
async function createPersonWithData() {
	const word = `canary${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	const email = `${word}@campus.example`;
	const pictureHash = await t.photo();
	const student = await t.student({
		userName: `Name ${word}`,
		email,
		pendingEmail: `pending-${email}`,
		emailConfirmedAt: new Date(),
		phone: `+91${lastNumber++}`,
		pictureHash,
		banReason: `Rude to ${word}`,
		passwordHash: await hashPassword(PASSWORD),
	});
	await insertFormerAddress(t.db, student.id, `former-${email}`);
	const login = await t.as(null).call('POST', '/auth/login', {
		payload: { email, password: PASSWORD },
		headers: { 'user-agent': `Browser of ${word}` },
	});
	const expiredSession = { id: randomUUID(), userId: student.id, expiresAt: new Date(0) };
	await insertSession(t.db, { ...expiredSession, userAgent: `Old browser of ${word}` });
	await insertIdentity(t.db, `https://${word}.example`, `subject-${word}`, student.id);
	const itemFields = {
		title: `Title ${word}one`,
		description: `Description ${word}two`,
		details: { author: `Author ${word}` },
	};
	const onSale = await t.item(student, { ...itemFields, photoCount: 2 });
	await t.item(student, { ...itemFields, title: `Sold ${word}three`, soldAt: new Date() });
	await t.item(student, { ...itemFields, bannedAt: new Date(), banReason: `Reason ${word}` });
	await t.item(student, { ...itemFields, title: `Gone ${word}four`, deletedAt: new Date() });
	const uploaded = await t.photo();
	await t.db.insert(pendingPhotos).values({ userId: student.id, photoHash: uploaded });
	await t.db.insert(chatPhotos).values({ senderId: student.id, photoHash: await t.photo() });
	const post = { userId: student.id, key: randomUUID(), itemId: onSale.id };
	await t.db.insert(idempotencyKeys).values(post);
	await createChatWithData(student, onSale, word);
	await t.as(student).post('/searches', { query: `q=Wanted ${word}` });
	await t.as(null).post('/auth/forgot-password', { email });
	await outbox.skipRequestInterval(student.id);
	await t.as(null).post('/auth/forgot-password', { email });
	await outbox.waitForMail(email, 2);
	return { ...student, word, token: login.json().accessToken as string };
}

/** Adds chats, blocks, reports, feedback and notifications of the user. */
async function createChatWithData(
	student: Student,
	onSale: { id: number },
	word: string,
): Promise<void> {
	const other = await t.student({ userName: 'Other side' });
	const bought = await t.conversation(await t.item(other), student);
	const sold = await t.conversation(onSale, other);
	const clientId = randomUUID();
	await t.message(bought, student, `Is it there? ${word}`, { clientId });
	await t.message(bought, student, `Do answer ${word}`, { isHiddenFromRecipient: true });
	await t.message(sold, other, 'Can I have it?');
	await t.message(sold, student, `Come to room ${word}`);
	await t.db.insert(blocks).values([
		{ blockerId: student.id, blockedId: other.id },
		{ blockerId: other.id, blockedId: student.id },
	]);
	const complaints = [`Bad ${word}`, `Worse ${word}`];
	const reporterId = student.id;
	const wrong = { reporterId, itemId: bought.itemId, type: 'spam' };
	await t.db.insert(itemReports).values(complaints.map((complaint) => ({ ...wrong, complaint })));
	const rude = { reporterId, reportedId: other.id, type: 'spam', chatItemId: bought.itemId };
	await t.db
		.insert(userReports)
		.values(complaints.map((complaint) => ({ ...rude, chatBuyerId: student.id, complaint })));
	await createWantedWithData({ student, other, onSale }, word);
	await createDealWithData({ student, other, itemId: bought.itemId }, word);
	const feedbackFields = {
		name: `Name ${word}`,
		rating: 5,
		category: 'general',
		feedback: `Good ${word}`,
	};
	await t.db.insert(feedback).values([
		{
			...feedbackFields,
			...TESTIMONIAL,
			email: `another-${word}@campus.example`,
			userId: student.id,
		},
		{ ...feedbackFields, email: student.email },
	]);
	await t.db.insert(notifications).values({
		userId: student.id,
		kind: 'report',
		title: `Outcome ${word}`,
		message: `Thank you ${word}`,
		link: `/item/1?of=${word}`,
	});
	const choice = { userId: student.id, inApp: true, byMail: false };
	await t.db.insert(notificationPreferences).values({ ...choice, kind: 'message' });
}

/** Adds what the user looks for, an answer to another's post and reports about it. */
async function createWantedWithData(
	{ student, other, onSale }: { student: Student; other: Student; onSale: { id: number } },
	word: string,
): Promise<void> {
	const expiresAt = new Date(Date.now() + 86_400_000);
	const [, theirs] = await t.db
		.insert(wantedPosts)
		.values([
			{
				userId: student.id,
				title: `Wanted ${word}`,
				note: `Urgent ${word}`,
				expiresAt,
				removedAt: new Date(),
				removalReason: `Not so, ${word}`,
			},
			{ userId: other.id, title: 'Kettle', expiresAt },
		])
		.returning({ id: wantedPosts.id });
	const wantedId = theirs?.id ?? 0;
	await t.db.insert(wantedAnswers).values({ wantedId, itemId: onSale.id, sellerId: student.id });
	await t.db
		.insert(wantedReports)
		.values({ reporterId: student.id, wantedId, type: 'spam', complaint: `Fake ${word}` });
}

/** Adds a deal as buyer, with a reason for its release, and a report about a review of it. */
async function createDealWithData(
	{ student, other, itemId }: { student: Student; other: Student; itemId: number },
	word: string,
): Promise<void> {
	const pair = { itemId, buyerId: student.id };
	const reason = `Sorry, ${word}`;
	await t.db.insert(deals).values({ ...pair, sellerId: other.id });
	const now = new Date();
	const ended = { until: now, endedAt: now, outcome: 'released', reason } as const;
	await t.db.insert(dealReservations).values({ ...pair, amount: 400, ...ended });
	await t.db.insert(dealSteps).values({
		...pair,
		actorId: student.id,
		action: 'release',
		subject: 'reservation 1',
		body: { reason },
		event: { type: 'released' },
		createdAt: now,
	});
	const sale = await sales.sale({ ...pair, sellerId: other.id });
	await sales.review(sale, 'buyer', { text: 'Came on time.' });
	const reviewId = await sales.review(sale, 'seller', { text: 'Was friendly.' });
	await t.db
		.insert(reviewReports)
		.values({ reporterId: student.id, reviewId, type: 'spam', complaint: `Untrue ${word}` });
}

const erase = (who: { token: string }, body: object = { password: PASSWORD }) =>
	t.as(who).post('/account/delete', body);
const nameOf = ({ table, column }: PersonalColumn) => `${table}.${column}`;

const titleWords = async () => (await dumpAll(t.url)).get('public.title_words') ?? '';

async function filesOf(hashes: readonly string[]): Promise<string[]> {
	const names: string[] = [];
	for await (const { name } of t.store.list()) names.push(name);
	return names.filter((name) => hashes.some((hash) => name.includes(hash)));
}

test('the test user has a value in every column of every table about users', async () => {
	const student = await createPersonWithData();

	const columns = await personalColumns(t.url, student.id);

	const empty = columns.filter(({ values }) => values.length === 0).map(nameOf);
	expect(empty, 'plant something in these columns, and see that it is exported and erased').toEqual(
		[],
	);
	expect(columns.length).toBeGreaterThanOrEqual(28);
});

test('the export contains everything that the database stores about a user', async () => {
	const student = await createPersonWithData();

	const res = await t.as(student).get('/account/export');

	expect(res.statusCode).toBe(200);
	expect(res.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
	expect(res.headers['cache-control']).toBe('no-store');
	const text = JSON.stringify(res.json());
	for (const column of await personalColumns(t.url, student.id)) {
		for (const value of column.values) {
			expect(text.includes(value), `${nameOf(column)}: ${value}`).toBe(
				!SECRETS.includes(nameOf(column)),
			);
		}
	}
});

test('the export contains nothing about other users, and requires a session', async () => {
	const [student, other] = [await createPersonWithData(), await createPersonWithData()];

	const text = (await t.as(student).get('/account/export')).body;

	expect(text).not.toContain(other.word);
	expect((await t.as(null).get(exportAccount.path)).statusCode).toBe(401);
});

test('the export lists the former addresses that still wait for their mail, in the order in which they were left', async () => {
	const [student, other] = [await t.student(), await t.student()];
	const left = ['zoya@campus.example', 'asha@campus.example', 'mira@campus.example'];
	for (const address of left) await insertFormerAddress(t.db, student.id, address);
	const formerAddressesOf = async (who: Student) =>
		(await t.as(who).get('/account/export')).json().account.formerEmail;

	expect(await formerAddressesOf(student)).toBe(left.join(' '));
	expect(await formerAddressesOf(other)).toBeNull();
});

test('photos in the export can be opened, those of hidden items and of chats included', async () => {
	const student = await createPersonWithData();
	const { items: exported, chatPhotos: inChats } = (
		await t.as(student).get('/account/export')
	).json();

	for (const { photos } of exported) {
		for (const address of photos) expect((await t.app.inject(address)).statusCode).toBe(200);
	}
	expect(exported).toHaveLength(4);
	for (const { photo } of inChats) expect((await t.app.inject(photo)).statusCode).toBe(200);
	expect(inChats).toHaveLength(1);
});

test('an erased account leaves no personal data: no row, no file, no log line', async () => {
	const student = await createPersonWithData();
	const columns = await personalColumns(t.url, student.id);
	const values = columns.flatMap(({ values: known }) => known);
	const hashes = columns
		.filter(({ column }) => column.endsWith('_hash'))
		.flatMap(({ values: known }) => known);
	const before = [...(await dumpAll(t.url)).values()].join('\n');

	const res = await erase(student);

	expect(res.json()).toEqual({ success: true, message: ACCOUNT_MESSAGES.deleted });
	await vi.waitUntil(async () => (await filesOf(hashes)).length === 0, { timeout: 20_000 });
	await vi.waitUntil(async () => !(await titleWords()).includes(student.word), { timeout: 20_000 });
	const after = await dumpAll(t.url);
	for (const value of [...values, student.word]) {
		expect(before).toContain(value);
		for (const [table, rows] of after) {
			expect(rows.includes(value), `${value} is left in ${table}`).toBe(false);
		}
		expect(t.log.join('\n')).not.toContain(value);
	}
});

describe('an erased account', () => {
	test('is gone for everyone: no session, no sign-in, no profile, no items, no photos', async () => {
		const student = await createPersonWithData();
		const { items: exported } = (await t.as(student).get('/account/export')).json();

		await erase(student);

		const login = { email: student.email, password: PASSWORD };
		expect((await t.as(student).get('/auth')).statusCode).toBe(401);
		expect((await t.as(null).post('/auth/login', login)).statusCode).toBe(401);
		expect((await t.as(null).get(`/people/${student.id}`)).statusCode).toBe(404);
		for (const { id, photos } of exported) {
			const details = await t.as(null).get(`/item/get-item-details/${id}`);
			expect(details.statusCode).toBe(404);
			for (const address of photos) {
				expect((await t.app.inject(address.split('?')[0])).statusCode).toBe(404);
			}
		}
	});

	test('frees its email address and phone number for a new account', async () => {
		const student = await createPersonWithData();
		await erase(student);

		const body = { userName: 'Someone else', email: student.email, password: PASSWORD };
		const res = await t.as(null).post('/auth/register', body);

		expect(res.statusCode).toBe(201);
		expect(res.json().user.id).not.toBe(student.id);
	});

	test("does not remove a photo that another seller's item shows", async () => {
		const student = await createPersonWithData();
		const other = await t.item(await t.student());
		const [shared] = await t.db
			.select({ hash: itemPhotos.photoHash })
			.from(itemPhotos)
			.innerJoin(items, eq(items.id, itemPhotos.itemId))
			.where(eq(items.sellerId, student.id));
		const photoHash = shared?.hash ?? '';
		await t.db.insert(itemPhotos).values({ itemId: other.id, position: 1, photoHash });
		const uploads = (await t.as(student).get('/account/export')).json().uploads;

		await erase(student);

		const [{ photo: own }] = uploads;
		const ownHash = /photos\/([0-9a-f]{64})/.exec(own)?.[1] ?? '';
		await vi.waitUntil(async () => (await filesOf([ownHash])).length === 0, { timeout: 20_000 });
		expect(await filesOf([photoHash])).toHaveLength(3);
	});

	test('loses what a request in progress wrote after the erasure', async () => {
		const student = await createPersonWithData();
		await erase(student);
		const { id } = await t.item(student, { title: 'Posted at the last moment' });

		await eraseLateWrites(erasureDeps, student.id);

		const [row] = await t.db.select().from(items).where(eq(items.id, id));
		expect(row).toMatchObject({ title: '—', description: '—', deletedAt: expect.any(Date) });
	});
});

describe('erasing an account', () => {
	test('requires the password', async () => {
		const student = await t.student();

		const responses = [
			await erase(student, {}),
			await erase(student, { password: 'a wrong guess' }),
			await erase(student, { confirmation: DELETE_CONFIRMATION }),
		];

		for (const res of responses) {
			expect(res.statusCode).toBe(400);
			expect(res.json().issues).toEqual([{ path: 'password', ...ACCOUNT_ERRORS.wrongPassword }]);
		}
		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
	});

	test('requires a typed confirmation word if the account has no password', async () => {
		const student = await t.student({ passwordHash: null });

		const refused = await erase(student, { confirmation: 'yes' });
		const erased = await erase(student, { confirmation: DELETE_CONFIRMATION });

		expect(refused.json().issues).toEqual([
			{ path: 'confirmation', ...ACCOUNT_ERRORS.confirmDeletion },
		]);
		expect(erased.statusCode).toBe(200);
	});

	test('does nothing in the second pass if the account still exists', async () => {
		const student = await t.student();

		await eraseLateWrites(erasureDeps, student.id);

		expect((await t.as(student).get('/auth')).statusCode).toBe(200);
	});
});
