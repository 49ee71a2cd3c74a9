import { pick } from '#contract/core/pick.ts';
import type { WantedStatus } from '#contract/wanted/facts.ts';
import {
	type MostWanted,
	WANTED_FIELD_NAMES,
	type WantedDetails,
	type WantedPost,
} from '#contract/wanted/schemas.ts';
import { versionOf } from '#server/lib/versions.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';
import type { MostWantedRow } from './answer-queries.ts';
import type { WantedRow } from './queries.ts';

/** A post as the public sees it. */
export function presentWanted(row: WantedRow, photoUrls: PhotoUrls): WantedPost {
	return {
		id: row.id,
		...pick(row, WANTED_FIELD_NAMES),
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		User: {
			id: row.userId,
			userName: row.userName,
			profilePicUrl: row.pictureHash === null ? null : photoUrls.of(row.pictureHash),
			isVerified: row.isVerified,
		},
		answers: row.answers,
	};
}

/** A post on its own page. The owner also sees the status, the reason of a removal and the version. */
export function presentWantedDetails(
	row: WantedRow,
	photoUrls: PhotoUrls,
	callerId: number | undefined,
): WantedDetails {
	const post = presentWanted(row, photoUrls);
	if (row.userId !== callerId) return post;
	const version = versionOf(pick(row, WANTED_FIELD_NAMES));
	return { ...post, status: statusOf(row), removalReason: row.removalReason, version };
}

/** `removed` takes precedence over `found`, and `found` over `expired`. */
export function statusOf({
	foundAt,
	removedAt,
	isExpired,
}: Pick<WantedRow, 'foundAt' | 'removedAt' | 'isExpired'>): WantedStatus {
	if (removedAt) return 'removed';
	if (foundAt) return 'found';
	return isExpired ? 'expired' : 'live';
}

export function presentMostWanted({
	subject,
	category,
	wanted,
	onSale,
}: MostWantedRow): MostWanted {
	return { ...(subject === null ? { category: category ?? '' } : { subject }), wanted, onSale };
}
