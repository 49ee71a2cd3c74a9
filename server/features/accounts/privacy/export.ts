import { sql } from 'drizzle-orm';
import { EXPORT_TIMEOUT_MS } from '#contract/accounts/account.ts';
import type { PersonalData } from '#contract/accounts/personal-data.ts';
import { abortableTransaction } from '#server/db/abortable-transaction.ts';
import type { Db, PooledDb } from '#server/db/client.ts';
import { deviceNameOf } from '#server/features/accounts/device-name.ts';
import { listFormerAddresses } from '#server/features/accounts/former-address-queries.ts';
import { requirePerson } from '#server/features/auth/commands.ts';
import { type LinkRow, listLinks } from '#server/features/auth/one-time-links/queries.ts';
import { presentOwnAccount } from '#server/features/auth/present.ts';
import { findUser, listIdentities, type UserRow } from '#server/features/auth/queries.ts';
import type { SessionRow } from '#server/features/auth/sessions/queries.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';
import { exportConversations } from './export-conversations.ts';
import {
	listAllItems,
	listAllSessions,
	listIdempotencyKeys,
	listPendingPhotos,
	type StoredItem,
} from './export-queries.ts';

/** An export is built in memory as a whole, so few run at once. */
const exportLimit = createConcurrencyLimit({ maxRunning: 2, waiting: 20 });

/** Ends statements whose result no client is waiting for any more. */
const STATEMENT_LIMIT = sql`set local statement_timeout = ${sql.raw(String(EXPORT_TIMEOUT_MS))}`;

/** One snapshot over one connection, which leaves the other connections to other requests. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/**
 * Everything the database stores about a user, except hashes that would help somebody to sign in.
 * @param signal aborts the export, so that it does not delay others
 * @throws AppError too_many when too many exports are waiting; not_found when the account is gone; `signal.reason` when
 * aborted
 */
export function exportPerson(
	db: PooledDb,
	photoUrls: PhotoUrls,
	userId: number,
	signal: AbortSignal,
): Promise<PersonalData> {
	const collect = (tx: Db) => collectPersonalData(tx, photoUrls, userId);
	return exportLimit.run(() => abortableTransaction(signal, db, collect, SNAPSHOT), signal);
}

/** Runs one statement after another: a transaction has one connection. */
async function collectPersonalData(
	db: Db,
	photoUrls: PhotoUrls,
	userId: number,
): Promise<PersonalData> {
	await db.execute(STATEMENT_LIMIT);
	const user = requirePerson(await findUser(db, userId));
	const formerAddresses = await listFormerAddresses(db, userId);
	const identities = await listIdentities(db, userId);
	const uploads = await listPendingPhotos(db, userId);
	const posts = await listIdempotencyKeys(db, userId);
	return {
		exportedAt: new Date().toISOString(),
		account: exportAccount(user, formerAddresses, photoUrls),
		sessions: (await listAllSessions(db, userId)).map(exportSession),
		identities: identities.map(({ issuer, subject, createdAt }) => ({
			issuer,
			subject,
			linkedAt: createdAt.toISOString(),
		})),
		mailedLinks: (await listLinks(db, userId)).map(exportLink),
		items: (await listAllItems(db, userId)).map((item) => exportItem(item, photoUrls)),
		uploads: uploads.map(({ photoHash, createdAt }) => ({
			photo: photoUrls.signed(photoHash),
			createdAt: createdAt.toISOString(),
		})),
		posts: posts.map(({ key, itemId, createdAt }) => ({
			key,
			itemId,
			createdAt: createdAt.toISOString(),
		})),
		...(await exportConversations(db, userId)),
	};
}

function exportAccount(
	user: UserRow,
	formerAddresses: readonly string[],
	photoUrls: PhotoUrls,
): PersonalData['account'] {
	return {
		...presentOwnAccount(user, photoUrls),
		emailConfirmedAt: isoDate(user.emailConfirmedAt),
		pendingEmail: user.pendingEmail,
		formerEmail: formerAddresses.join(' ') || null,
		verifiedAt: isoDate(user.verifiedAt),
		verifiedBy: user.verifiedBy,
		suspendedAt: isoDate(user.bannedAt),
		suspendedFor: user.banReason,
		hasPassword: user.passwordHash !== null,
		isDemo: user.demoAt !== null,
	};
}

function exportSession(session: SessionRow): PersonalData['sessions'][number] {
	const { id, userAgent, createdAt, lastSeenAt, expiresAt } = session;
	return {
		id,
		device: deviceNameOf(userAgent),
		userAgent,
		createdAt: createdAt.toISOString(),
		lastSeenAt: lastSeenAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
	};
}

function exportLink(link: LinkRow): PersonalData['mailedLinks'][number] {
	const { purpose, requestedAt, expiresAt, usedAt } = link;
	return {
		purpose,
		requestedAt: requestedAt.toISOString(),
		expiresAt: isoDate(expiresAt),
		usedAt: isoDate(usedAt),
	};
}

/** Photos of hidden items get signed URLs that expire after ten minutes, as on the owner's profile page. */
function exportItem(item: StoredItem, photoUrls: PhotoUrls): PersonalData['items'][number] {
	const isHidden = item.bannedAt !== null || item.deletedAt !== null;
	return {
		...item,
		photos: item.photos.map((hash) => (isHidden ? photoUrls.signed(hash) : photoUrls.of(hash))),
		createdAt: item.createdAt.toISOString(),
		soldAt: isoDate(item.soldAt),
		bannedAt: isoDate(item.bannedAt),
		deletedAt: isoDate(item.deletedAt),
	};
}

function isoDate(date: Date | null): string | null {
	return date === null ? null : date.toISOString();
}
