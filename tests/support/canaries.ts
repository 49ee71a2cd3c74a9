import { randomInt, randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { admins } from '#server/db/schema/admins.ts';
import { feedback } from '#server/db/schema/feedback.ts';
import { announcements, notifications } from '#server/db/schema/notifications.ts';
import { idempotencyKeys, pendingPhotos } from '#server/db/schema/pending-photos.ts';
import { itemReports, userReports } from '#server/db/schema/reports.ts';
import { insertFormerAddress } from '#server/features/accounts/former-address-queries.ts';
import { insertIdentity } from '#server/features/auth/queries.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import type { openApp } from './app.ts';
import type { SentFile } from './calls.ts';
import { ITEM_FIELDS } from './factories.ts';
import { drawing } from './pictures.ts';
import type { openPostOffice } from './post-office.ts';

type App = Awaited<ReturnType<typeof openApp>>;
type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** Unique texts by their meaning; no other user may see them. */
export type Canaries = Record<string, string>;

const word = (kind: string) => `${kind}canary${randomUUID().slice(0, 8)}`;
const REVIEWED = { status: 'approved', isPublic: true, reviewedAt: new Date() };

/** A user with all kinds of data, who talks with a friend, and administrators' notes on both. */
export async function plantCanaries(t: App, postOffice: PostOffice) {
	/** Secret from administrators, too. */
	const secret: Canaries = { password: word('password'), exif: word('exif') };
	/** Visible to administrators, or to the user alone. */
	const known: Canaries = {
		email: `${word('email')}@campus.example`,
		pending: `${word('pending')}@campus.example`,
		former: `${word('former')}@campus.example`,
		phone: `+9198${randomInt(10_000_000, 99_999_999)}`,
	};
	const friend = await t.student({ userName: 'Friend' });
	const account = await t.student({
		userName: 'Asha',
		email: known.email ?? '',
		emailConfirmedAt: new Date(),
		pendingEmail: known.pending ?? '',
		phone: known.phone ?? '',
		passwordHash: await hashPassword(secret.password ?? ''),
	});
	await insertFormerAddress(t.db, account.id, known.former ?? '');
	secret.browser = word('browser');
	const login = await t.as(null).call('POST', '/auth/login', {
		payload: { email: known.email, password: secret.password },
		headers: { 'user-agent': secret.browser },
	});
	secret.token = String(login.json().accessToken);
	secret.session = String(decodeJwt(secret.token).sid);
	const asha = { ...account, token: secret.token };
	await t.as(null).post('/auth/forgot-password', { email: known.email });
	secret.link = await postOffice.tokenTo(known.email ?? '');
	secret.subject = word('subject');
	await insertIdentity(t.db, 'https://accounts.example', secret.subject, asha.id);

	const things = await plantThings(t, { asha, friend, secret, known });
	await plantJudgements(t, { asha, friend, ...things, secret, known });
	return { asha, friend, ...things, secret, known };
}

interface Planting {
	asha: { id: number; token: string };
	friend: { id: number };
	secret: Canaries;
	known: Canaries;
}

async function plantThings(t: App, { asha, friend, secret, known }: Planting) {
	const posted = await t
		.as(asha)
		.form('POST', '/item/add-item', ITEM_FIELDS, [await tellingPhoto(secret.exif ?? '')]);
	const onSale: number = posted.json().item.id;
	known.bannedTitle = word('bannedtitle');
	known.itemBan = word('itemban');
	known.deletedTitle = word('deletedtitle');
	const ban = { bannedAt: new Date(), banReason: known.itemBan };
	const banned = await t.item(asha, { ...ban, title: known.bannedTitle });
	const deleted = await t.item(asha, { title: known.deletedTitle, deletedAt: new Date() });
	secret.uploaded = await t.photo();
	await t.db.insert(pendingPhotos).values({ userId: asha.id, photoHash: secret.uploaded });
	secret.key = randomUUID();
	await t.db.insert(idempotencyKeys).values({ userId: asha.id, key: secret.key, itemId: onSale });
	const wanted = await t.item(friend);
	const room = await t.conversation(wanted, asha);
	secret.said = word('said');
	secret.heard = word('heard');
	secret.withheld = word('withheld');
	await t.message(room, asha, `May I? ${secret.said}`);
	await t.message(room, friend, `You may. ${secret.heard}`);
	await t.message(room, asha, secret.withheld, { isWithheld: true });
	/** Photos that only their owner may see. */
	const hidden = [secret.uploaded, ...banned.hashes, ...deleted.hashes];
	return { onSale, room, hidden };
}

/** Reports, administrators' notes on them, and the administrators themselves. */
async function plantJudgements(
	t: App,
	{ asha, friend, onSale, secret, known }: Planting & { onSale: number },
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
		known[kind] = word(kind);
	known.adminEmail = `${word('admin')}@campus.example`;
	known.userBan = word('userban');
	secret.adminHash = word('adminhash');
	secret.totp = word('totp');
	await t.db.insert(admins).values({
		...{ username: known.adminname ?? '', email: known.adminEmail, roleLevel: 'admin' },
		...{ passwordHash: secret.adminHash, totpSecret: secret.totp, totpConfirmedAt: new Date() },
	});
	await t.student({ bannedAt: new Date(), banReason: known.userBan });
	const decided = { status: 'dismissed', resolvedAt: new Date(), adminNotes: known.note };
	const complaint = known.complaint ?? '';
	const accusation = known.accusation ?? '';
	await t.db
		.insert(itemReports)
		.values({ reporterId: asha.id, itemId: onSale, complaint, type: 'spam', ...decided });
	await t.db.insert(userReports).values([
		{ reporterId: asha.id, reportedId: friend.id, complaint, type: 'spam', ...decided },
		{ reporterId: friend.id, reportedId: asha.id, complaint: accusation, type: 'spam' },
	]);
	const said = { name: 'Asha', email: known.email ?? '', rating: 5, category: 'general' };
	await t.db.insert(feedback).values([
		{ ...said, ...REVIEWED, userId: asha.id, feedback: 'Good.', adminNotes: known.note },
		{ ...said, feedback: known.opinion ?? '' },
	]);
	const told = { userId: asha.id, kind: 'warning', title: 'A warning' };
	await t.db.insert(notifications).values({ ...told, message: known.notice ?? '' });
	const news = { title: 'For the team', type: 'info', target: 'admins' };
	await t.db.insert(announcements).values({ ...news, message: known.teamnews ?? '' });
}

/** A photo with location and author in every kind of metadata. */
async function tellingPhoto(said: string): Promise<SentFile> {
	const position = {
		GPSLatitudeRef: 'N',
		GPSLatitude: '26/1 30/1 0/1',
		GPSLongitudeRef: 'E',
		GPSLongitude: '80/1 14/1 0/1',
	};
	const bytes = await drawing({ width: 900, height: 700 })
		.withExif({ IFD0: { ImageDescription: said, Artist: said, Copyright: said }, IFD3: position })
		.jpeg()
		.toBuffer();
	if (!bytes.includes(said)) throw new Error('It says nothing.');
	const comment = segment(0xfe, said);
	const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><a>${said}</a></x:xmpmeta>`);
	const telling = [bytes.subarray(0, 2), comment, xmp, bytes.subarray(2), Buffer.from(said)];
	return { field: 'images', name: `${said}.jpg`, bytes: Buffer.concat(telling) };
}

/** A metadata segment of a JPEG. */
function segment(marker: number, text: string): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(Buffer.byteLength(text) + 2, 2);
	return Buffer.concat([head, Buffer.from(text)]);
}
