import { randomInt, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { admins } from '#server/db/schema/admins.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { insertFormerAddress } from '#server/features/accounts/former-address-queries.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import type { SentFile } from './api-client.ts';
import type { App } from './app.ts';
import { ITEM_FIELDS } from './factories.ts';
import type { openOutbox } from './outbox.ts';
import { drawing } from './test-images.ts';

type Outbox = Awaited<ReturnType<typeof openOutbox>>;

/** Unique texts by what they stand for (`email`, `note`); no other user may see them. */
export type Canaries = Record<string, string>;

const uniqueWord = (kind: string) => `${kind}canary${randomUUID().slice(0, 8)}`;
const REVIEWED = { status: 'approved', isPublic: true, reviewedAt: new Date() };

/** Creates a user with all kinds of data and a chat with a friend, and administrators' notes on both. */
export async function plantCanaries(t: App, outbox: Outbox) {
	/** Texts that not even administrators may see. */
	const secret: Canaries = { password: uniqueWord('password'), exif: uniqueWord('exif') };
	/** Texts that only administrators or the user may see. */
	const visibleToAdmins: Canaries = {
		email: `${uniqueWord('email')}@campus.example`,
		pending: `${uniqueWord('pending')}@campus.example`,
		former: `${uniqueWord('former')}@campus.example`,
		phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
	};
	const friend = await t.student({ userName: 'Friend' });
	const account = await t.student({
		userName: 'Asha',
		email: visibleToAdmins.email ?? '',
		emailConfirmedAt: new Date(),
		pendingEmail: visibleToAdmins.pending ?? '',
		phone: visibleToAdmins.phone ?? '',
		passwordHash: await hashPassword(secret.password ?? ''),
	});
	await insertFormerAddress(t.db, account.id, visibleToAdmins.former ?? '');
	secret.browser = uniqueWord('browser');
	const login = await t.as(null).call('POST', '/auth/login', {
		payload: { email: visibleToAdmins.email, password: secret.password },
		headers: { 'user-agent': secret.browser },
	});
	secret.token = String(login.json().accessToken);
	secret.session = String(decodeJwt(secret.token).sid);
	const asha = { ...account, token: secret.token };
	await t.as(null).post('/auth/forgot-password', { email: visibleToAdmins.email });
	secret.link = await outbox.waitForToken(visibleToAdmins.email ?? '');
	secret.subject = uniqueWord('subject');
	await insertIdentity(t.db, 'https://accounts.example', secret.subject, asha.id);

	const content = await plantContent(t, { asha, friend, secret, visibleToAdmins });
	await plantModeration(t, { asha, friend, ...content, secret, visibleToAdmins });
	return { asha, friend, ...content, secret, visibleToAdmins };
}

interface PlantingContext {
	asha: { id: number; token: string };
	friend: { id: number };
	secret: Canaries;
	visibleToAdmins: Canaries;
}

async function plantContent(t: App, { asha, friend, secret, visibleToAdmins }: PlantingContext) {
	const posted = await t
		.as(asha)
		.form('POST', '/item/add-item', ITEM_FIELDS, [await photoWithMetadata(secret.exif ?? '')]);
	const availableItemId: number = posted.json().item.id;
	visibleToAdmins.bannedTitle = uniqueWord('bannedtitle');
	visibleToAdmins.itemBan = uniqueWord('itemban');
	visibleToAdmins.deletedTitle = uniqueWord('deletedtitle');
	const ban = { bannedAt: new Date(), banReason: visibleToAdmins.itemBan };
	const banned = await t.item(asha, { ...ban, title: visibleToAdmins.bannedTitle });
	const deleted = await t.item(asha, {
		title: visibleToAdmins.deletedTitle,
		deletedAt: new Date(),
	});
	secret.uploaded = await t.photo();
	await t.db.insert(pendingPhotos).values({ userId: asha.id, photoHash: secret.uploaded });
	secret.key = randomUUID();
	await t.db
		.insert(idempotencyKeys)
		.values({ userId: asha.id, key: secret.key, itemId: availableItemId });
	const friendsItem = await t.item(friend);
	const room = await t.conversation(friendsItem, asha);
	secret.search = uniqueWord('search');
	await t.as(asha).post('/searches', { query: `q=${secret.search}` });
	secret.said = uniqueWord('said');
	secret.heard = uniqueWord('heard');
	secret.withheld = uniqueWord('withheld');
	await t.message(room, asha, `May I? ${secret.said}`);
	await t.message(room, friend, `You may. ${secret.heard}`);
	await t.message(room, asha, secret.withheld, { isHiddenFromRecipient: true });
	/** Photos that only their owner may see. */
	const hidden = [secret.uploaded, ...banned.hashes, ...deleted.hashes];
	return { availableItemId, room, hidden };
}

/** Reports, administrators' notes on them, and the administrators themselves. */
async function plantModeration(
	t: App,
	{
		asha,
		friend,
		availableItemId,
		secret,
		visibleToAdmins,
	}: PlantingContext & { availableItemId: number },
): Promise<void> {
	for (const kind of [
		'complaint',
		'accusation',
		'note',
		'opinion',
		'notice',
		'teamnews',
		'adminname',
	])
		visibleToAdmins[kind] = uniqueWord(kind);
	visibleToAdmins.adminEmail = `${uniqueWord('admin')}@campus.example`;
	visibleToAdmins.userBan = uniqueWord('userban');
	secret.adminHash = uniqueWord('adminhash');
	secret.totp = uniqueWord('totp');
	await t.db.insert(admins).values({
		username: visibleToAdmins.adminname ?? '',
		email: visibleToAdmins.adminEmail,
		roleLevel: 'admin',
		passwordHash: secret.adminHash,
		totpSecret: secret.totp,
		totpConfirmedAt: new Date(),
	});
	await t.student({ bannedAt: new Date(), banReason: visibleToAdmins.userBan });
	const decision = {
		status: 'dismissed',
		resolvedAt: new Date(),
		adminNotes: visibleToAdmins.note,
	};
	const complaint = visibleToAdmins.complaint ?? '';
	const accusation = visibleToAdmins.accusation ?? '';
	await t.db
		.insert(itemReports)
		.values({ reporterId: asha.id, itemId: availableItemId, complaint, type: 'spam', ...decision });
	await t.db.insert(userReports).values([
		{ reporterId: asha.id, reportedId: friend.id, complaint, type: 'spam', ...decision },
		{ reporterId: friend.id, reportedId: asha.id, complaint: accusation, type: 'spam' },
	]);
	const feedbackFields = {
		name: 'Asha',
		email: visibleToAdmins.email ?? '',
		rating: 5,
		category: 'general',
	};
	await t.db.insert(feedback).values([
		{
			...feedbackFields,
			...REVIEWED,
			userId: asha.id,
			feedback: 'Good.',
			adminNotes: visibleToAdmins.note,
		},
		{ ...feedbackFields, feedback: visibleToAdmins.opinion ?? '' },
	]);
	const notification = { userId: asha.id, kind: 'warning', title: 'A warning' };
	await t.db
		.insert(notifications)
		.values({ ...notification, message: visibleToAdmins.notice ?? '' });
	const announcement = { title: 'For the team', type: 'info', target: 'admins' };
	await t.db
		.insert(announcements)
		.values({ ...announcement, message: visibleToAdmins.teamnews ?? '' });
}

/** A photo with location and author in every kind of metadata. */
async function photoWithMetadata(canaryText: string): Promise<SentFile> {
	const position = {
		GPSLatitudeRef: 'N',
		GPSLatitude: '26/1 30/1 0/1',
		GPSLongitudeRef: 'E',
		GPSLongitude: '80/1 14/1 0/1',
	};
	const bytes = await drawing({ width: 900, height: 700 })
		.withExif({
			IFD0: { ImageDescription: canaryText, Artist: canaryText, Copyright: canaryText },
			IFD3: position,
		})
		.jpeg()
		.toBuffer();
	if (!bytes.includes(canaryText)) throw new Error('The EXIF data does not contain the text.');
	const comment = segment(0xfe, canaryText);
	const xmp = segment(
		0xe1,
		`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><a>${canaryText}</a></x:xmpmeta>`,
	);
	const parts = [bytes.subarray(0, 2), comment, xmp, bytes.subarray(2), Buffer.from(canaryText)];
	return { field: 'images', name: `${canaryText}.jpg`, bytes: Buffer.concat(parts) };
}

/** A metadata segment of a JPEG. */
function segment(marker: number, text: string): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(Buffer.byteLength(text) + 2, 2);
	return Buffer.concat([head, Buffer.from(text)]);
}
