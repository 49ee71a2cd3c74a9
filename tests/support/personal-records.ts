import { randomUUID } from 'node:crypto';
import { chatPhotos } from '#server/db/schema/chat-photos.ts';
import { blocks } from '#server/db/schema/chats.ts';
import { deals } from '#server/db/schema/deals.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { notificationPreferences, notifications } from '#server/db/schema/notifications.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { reports } from '#server/db/schema/reports.ts';
import { wantedAnswers, wantedPosts } from '#server/db/schema/wanted.ts';
import { insertFormerAddress } from '#server/features/auth/address/queries.ts';
import { insertIdentity, insertSession } from '#server/features/auth/queries.ts';
import { chatPath } from '#server/features/chat/present.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import type { App } from './app.ts';
import { daysFromNow, openCompletedDeals } from './completed-deals.ts';
import type { Student } from './factories.ts';
import { insertRow } from './insert-row.ts';
import { openOutbox } from './outbox.ts';
import { PASSWORD } from './password.ts';

const TESTIMONIAL = {
	status: 'approved',
	isPublic: true,
	isFeatured: true,
	reviewedAt: new Date('2026-10-01T09:30:00Z'),
};

let lastNumber = 9_876_530_000;

interface RecordContext {
	t: App;
	sales: ReturnType<typeof openCompletedDeals>;
	outbox: Awaited<ReturnType<typeof openOutbox>>;
}

/** Creates users who have every kind of data that is exported and erased with an account. */
export async function openPersonalRecords(t: App) {
	const context = { t, sales: openCompletedDeals(t), outbox: await openOutbox(t) };
	return { createPersonWithData: () => createPersonWithData(context) };
}

/** Creates a user with a unique value in every column of every table about users. */
async function createPersonWithData(context: RecordContext) {
	const { t, outbox } = context;
	const canary = `canary${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	const email = `${canary}@campus.example`;
	const phoneNumber = `+91${lastNumber++}`;
	const pictureHash = await t.photo();
	const student = await t.student({
		userName: `Name ${canary}`,
		email,
		pendingEmail: `pending-${email}`,
		emailConfirmedAt: new Date(),
		phone: phoneNumber,
		pictureHash,
		banReason: `Rude to ${canary}`,
		passwordHash: await hashPassword(PASSWORD),
	});
	await insertFormerAddress(t.db, student.id, `former-${email}`);
	const login = await t.as(null).call('POST', '/auth/login', {
		payload: { email, password: PASSWORD },
		headers: { 'user-agent': `Browser of ${canary}` },
	});
	const { id: userId } = student;
	const expiredSession = { id: randomUUID(), userId, tokenVersion: 1, expiresAt: new Date(0) };
	await insertSession(t.db, { ...expiredSession, userAgent: `Old browser of ${canary}` });
	await insertIdentity(t.db, `https://${canary}.example`, `subject-${canary}`, student.id);
	const itemFields = {
		title: `Title ${canary}one`,
		description: `Description ${canary}two`,
		details: { author: `Author ${canary}` },
	};
	const onSale = await t.item(student, { ...itemFields, photoCount: 2 });
	await t.item(student, { ...itemFields, title: `Sold ${canary}three`, soldAt: new Date() });
	await t.item(student, { ...itemFields, bannedAt: new Date(), banReason: `Reason ${canary}` });
	await t.item(student, { ...itemFields, title: `Gone ${canary}four`, deletedAt: new Date() });
	const uploaded = await t.photo();
	await t.db.insert(pendingPhotos).values({ userId: student.id, photoHash: uploaded });
	await t.db.insert(chatPhotos).values({ senderId: student.id, photoHash: await t.photo() });
	const post = { userId: student.id, key: randomUUID(), itemId: onSale.id };
	await t.db.insert(idempotencyKeys).values(post);
	await createActivityWithData(context, { student, onSale }, canary);
	await t.as(student).post('/searches', { query: `q=Wanted ${canary}` });
	await t.as(null).post('/auth/forgot-password', { email });
	await outbox.skipRequestInterval(student.id);
	await t.as(null).post('/auth/forgot-password', { email });
	await outbox.waitForMail(email, 2);
	return { ...student, canary, phoneNumber, token: login.json().accessToken as string };
}

/** Adds chats, blocks, reports, wanted posts, a deal, feedback and notifications of the user. */
async function createActivityWithData(
	context: RecordContext,
	{ student, onSale }: { student: Student; onSale: { id: number } },
	canary: string,
): Promise<void> {
	const { t } = context;
	const other = await t.student({ userName: 'Other side' });
	const bought = await t.conversation(await t.item(other), student);
	const sold = await t.conversation(onSale, other);
	const clientId = randomUUID();
	await t.message(bought, student, `Is it there? ${canary}`, { clientId });
	await t.message(bought, student, `Do answer ${canary}`, { isHiddenFromRecipient: true });
	await t.message(sold, other, 'Can I have it?');
	await t.message(sold, student, `Come to room ${canary}`);
	await t.db.insert(blocks).values([
		{ blockerId: student.id, blockedId: other.id },
		{ blockerId: other.id, blockedId: student.id },
	]);
	const { itemId } = bought;
	const inChat = { reportedId: other.id, chatItemId: itemId, chatBuyerId: student.id };
	for (const complaint of [`Bad ${canary}`, `Worse ${canary}`]) {
		const report = { reporterId: student.id, type: 'spam', complaint };
		await t.db.insert(reports).values({ ...report, itemId });
		await t.db.insert(reports).values({ ...report, ...inChat });
	}
	await createWantedWithData(t, { student, other, onSale }, canary);
	await createDealWithData(context, { student, other, itemId }, canary);
	const words = { name: `Name ${canary}`, feedback: `Good ${canary}` };
	const opinion = { ...words, rating: 5, category: 'general' };
	const email = `another-${canary}@campus.example`;
	await t.db.insert(feedback).values([
		{ ...opinion, ...TESTIMONIAL, email, userId: student.id },
		{ ...opinion, email: student.email },
	]);
	const page = `/item/1?of=${canary}`;
	const ofStudent = { userId: student.id, link: page, mailedAbout: page };
	const ofOther = { userId: other.id, message: `About ${canary}` };
	const link = chatPath({ itemId: onSale.id, buyerId: other.id });
	const found = { link: '/category/All?q=drafter', itemIds: [onSale.id] };
	await t.db.insert(notifications).values([
		{ ...ofStudent, kind: 'report', title: `Outcome ${canary}`, message: `Thank you ${canary}` },
		{ ...ofOther, kind: 'reservation', title: `Reserved: Title ${canary}`, link },
		{ ...ofOther, kind: 'search-alert', title: 'New: “drafter”', ...found },
	]);
	const preference = { userId: student.id, inApp: true, byMail: false };
	await t.db.insert(notificationPreferences).values({ ...preference, kind: 'message' });
}

/** Adds a wanted post of the user, and the user's answer to another's post and report about it. */
async function createWantedWithData(
	t: App,
	{ student, other, onSale }: { student: Student; other: Student; onSale: { id: number } },
	canary: string,
): Promise<void> {
	const expiresAt = new Date(Date.now() + 86_400_000);
	await t.db.insert(wantedPosts).values({
		userId: student.id,
		title: `Wanted ${canary}`,
		note: `Urgent ${canary}`,
		expiresAt,
		removedAt: new Date(),
		removalReason: `Not so, ${canary}`,
		idempotencyKey: randomUUID(),
	});
	const othersPost = { userId: other.id, title: 'Kettle', expiresAt };
	const wantedId = await insertRow(t.db, wantedPosts, othersPost);
	await t.db.insert(wantedAnswers).values({ wantedId, itemId: onSale.id, sellerId: student.id });
	await t.db
		.insert(reports)
		.values({ reporterId: student.id, wantedId, type: 'spam', complaint: `Fake ${canary}` });
}

/**
 * Adds a deal as buyer, with a reason for its release and a place for a hand-over in own words, and a report about a review
 * of it.
 */
async function createDealWithData(
	{ t, sales }: RecordContext,
	{ student, other, itemId }: { student: Student; other: Student; itemId: number },
	canary: string,
): Promise<void> {
	const pair = { itemId, buyerId: student.id };
	const spot = { id: null, name: `Gate of ${canary}`, hint: '' };
	const slot = daysFromNow(1).toISOString();
	const handover = { id: 1, proposedBy: 'buyer' as const, spot, slots: [slot], agreedSlot: slot };
	const done = { buyer: null, seller: null };
	await t.db.insert(deals).values({
		...pair,
		sellerId: other.id,
		handover: { ...handover, done, isReminded: false },
		calendar: {
			slot,
			spot: { name: spot.name, hint: '' },
			amount: 400,
			sequence: 0,
			isCancelled: false,
		},
	});
	await t.message(pair, student, `Agreed to meet: ${spot.name}, Tue, 18:00.`, {
		event: { type: 'handover-agreed', spot, slot },
		requestId: randomUUID(),
	});
	await t.message(pair, student, `Released the reservation. Sorry, ${canary}`, {
		event: { type: 'released' },
	});
	const sale = await sales.insertSale({ ...pair, sellerId: other.id });
	await sales.insertReview(sale, 'buyer', { text: 'Came on time.' });
	const reviewId = await sales.insertReview(sale, 'seller', { text: 'Was friendly.' });
	await t.db
		.insert(reports)
		.values({ reporterId: student.id, reviewId, type: 'spam', complaint: `Untrue ${canary}` });
}
