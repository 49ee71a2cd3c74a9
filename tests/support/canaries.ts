import { randomInt, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { admins } from '#server/db/schema/admins.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { reports } from '#server/db/schema/reports.ts';
import { insertFormerAddress } from '#server/features/auth/address/queries.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import type { SentFile } from './api-client.ts';
import type { App } from './app.ts';
import { ITEM_FIELDS } from './factories.ts';
import type { openOutbox } from './outbox.ts';
import { drawing, LAKE } from './test-images.ts';

type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** Unique texts by what they stand for (`email`, `note`); no other user may see them. */
export type Canaries = Record<string, string>;

const REVIEWED = { status: 'approved', isPublic: true, reviewedAt: new Date() };

/** A unique word for each of these kinds. */
function uniqueWords<Kind extends string>(...kinds: readonly Kind[]): Record<Kind, string> {
	const words = kinds.map((kind) => [kind, `${kind}canary${randomUUID().slice(0, 8)}`]);
	return Object.fromEntries(words);
}

const uniqueAddress = (kind: string) => `${kind}canary${randomUUID().slice(0, 8)}@campus.example`;

/** Texts that not even administrators may see. */
const createSecret = () => ({
	...uniqueWords('password', 'exif', 'browser', 'subject', 'search'),
	...uniqueWords('said', 'heard', 'withheld', 'adminhash', 'totp'),
});

/** Texts that only administrators or the user may see. */
const createVisibleToAdmins = () => ({
	...uniqueWords('bannedtitle', 'itemban', 'deletedtitle', 'userban', 'complaint', 'accusation'),
	...uniqueWords('note', 'opinion', 'notice', 'teamnews', 'adminname'),
	email: uniqueAddress('email'),
	pending: uniqueAddress('pending'),
	former: uniqueAddress('former'),
	adminEmail: uniqueAddress('admin'),
	phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
});

/** Creates a user with all kinds of data and a chat with a friend, and administrators' notes on both. */
export async function plantCanaries(t: App, outbox: Outbox) {
	const [secret, visible] = [createSecret(), createVisibleToAdmins()];
	const { email } = visible;
	const friend = await t.student({ userName: 'Friend' });
	const account = await t.student({
		userName: 'Asha',
		email,
		emailConfirmedAt: new Date(),
		pendingEmail: visible.pending,
		phone: visible.phone,
		passwordHash: await hashPassword(secret.password),
	});
	await insertFormerAddress(t.db, account.id, visible.former);
	const login = await t.as(null).call('POST', '/auth/login', {
		payload: { email, password: secret.password },
		headers: { 'user-agent': secret.browser },
	});
	const token = String(login.json().accessToken);
	const asha = { ...account, token };
	await t.as(null).post('/auth/forgot-password', { email });
	const link = await outbox.waitForToken(email);
	await insertIdentity(t.db, 'https://accounts.example', secret.subject, asha.id);

	const context = { asha, friend, secret, visible };
	const { uploaded, key, ...content } = await plantContent(t, context);
	await plantModeration(t, { ...context, ...content });
	const session = String(decodeJwt(token).sid);
	const allSecret: Canaries = { ...secret, token, session, link, uploaded, key };
	const visibleToAdmins: Canaries = visible;
	return { asha, friend, ...content, secret: allSecret, visibleToAdmins };
}

interface PlantingContext {
	asha: { id: number; token: string };
	friend: { id: number };
	secret: ReturnType<typeof createSecret>;
	visible: ReturnType<typeof createVisibleToAdmins>;
}

async function plantContent(t: App, { asha, friend, secret, visible }: PlantingContext) {
	const posted = await t
		.as(asha)
		.form('POST', '/item/add-item', ITEM_FIELDS, [await photoWithMetadata(secret.exif)]);
	const availableItemId: number = posted.json().item.id;
	const ban = { bannedAt: new Date(), banReason: visible.itemban };
	const banned = await t.item(asha, { ...ban, title: visible.bannedtitle });
	const deleted = await t.item(asha, { title: visible.deletedtitle, deletedAt: new Date() });
	const uploaded = await t.photo();
	await t.db.insert(pendingPhotos).values({ userId: asha.id, photoHash: uploaded });
	const key = randomUUID();
	await t.db.insert(idempotencyKeys).values({ userId: asha.id, key, itemId: availableItemId });
	const friendsItem = await t.item(friend);
	const room = await t.conversation(friendsItem, asha);
	await t.as(asha).post('/searches', { query: `q=${secret.search}` });
	await t.message(room, asha, `May I? ${secret.said}`);
	await t.message(room, friend, `You may. ${secret.heard}`);
	await t.message(room, asha, secret.withheld, { isHiddenFromRecipient: true });
	/** Photos that only their owner may see. */
	const hidden = [uploaded, ...banned.hashes, ...deleted.hashes];
	return { availableItemId, room, hidden, uploaded, key };
}

/** Reports, administrators' notes on them, and the administrators themselves. */
async function plantModeration(
	t: App,
	{ asha, friend, availableItemId, secret, visible }: PlantingContext & { availableItemId: number },
): Promise<void> {
	const { complaint, accusation, note: adminNotes } = visible;
	await t.db.insert(admins).values({
		username: visible.adminname,
		email: visible.adminEmail,
		roleLevel: 'admin',
		passwordHash: secret.adminhash,
		totpSecret: secret.totp,
		totpConfirmedAt: new Date(),
	});
	await t.student({ bannedAt: new Date(), banReason: visible.userban });
	const decision = { status: 'dismissed', resolvedAt: new Date(), adminNotes };
	await t.db
		.insert(reports)
		.values({ reporterId: asha.id, itemId: availableItemId, complaint, type: 'spam', ...decision });
	await t.db.insert(reports).values([
		{ reporterId: asha.id, reportedId: friend.id, complaint, type: 'spam', ...decision },
		{ reporterId: friend.id, reportedId: asha.id, complaint: accusation, type: 'spam' },
	]);
	const author = { name: 'Asha', email: visible.email, rating: 5, category: 'general' };
	await t.db.insert(feedback).values([
		{ ...author, ...REVIEWED, userId: asha.id, feedback: 'Good.', adminNotes },
		{ ...author, feedback: visible.opinion },
	]);
	const notification = { userId: asha.id, kind: 'warning', title: 'A warning' };
	await t.db.insert(notifications).values({ ...notification, message: visible.notice });
	const announcement = { title: 'For the team', type: 'info', target: 'admins' };
	await t.db.insert(announcements).values({ ...announcement, message: visible.teamnews });
}

/** A photo with location and author in every kind of metadata. */
async function photoWithMetadata(canaryText: string): Promise<SentFile> {
	const author = { ImageDescription: canaryText, Artist: canaryText, Copyright: canaryText };
	const picture = drawing({ width: 900, height: 700 }).withExif({ IFD0: author, IFD3: LAKE });
	const bytes = await picture.jpeg().toBuffer();
	if (!bytes.includes(canaryText)) throw new Error('The EXIF data does not contain the text.');
	const comment = segment(0xfe, canaryText);
	const xmpText = `<x:xmpmeta><a>${canaryText}</a></x:xmpmeta>`;
	const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpText}`);
	const parts = [bytes.subarray(0, 2), comment, xmp, bytes.subarray(2), Buffer.from(canaryText)];
	return { field: 'images', name: `${canaryText}.jpg`, bytes: Buffer.concat(parts) };
}

/** A metadata segment of a JPEG. */
function segment(marker: number, text: string): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(Buffer.byteLength(text) + 2, 2);
	return Buffer.concat([head, Buffer.from(text)]);
}
